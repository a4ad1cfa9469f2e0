// Copies the address of this view. The address always holds the whole view.
function copyByHand(text) {
  const area = document.createElement("textarea"); // without HTTPS there is no clipboard API
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button");
  const status = parentElement.querySelector("span");
  button.textContent = data.label;
  button.hidden = false; // without a name nobody is shown it
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      copyByHand(location.href);
    }
    button.textContent = data.done;
    status.textContent = data.done;
    setTimeout(() => {
      button.textContent = data.label;
      status.textContent = "";
    }, 2000);
  };
}
