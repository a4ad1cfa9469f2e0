# Guanxi for Linux: pages and API at port 8501, everything that is written in the one volume /data (docs/install.md).
#   docker build --tag guanxi .
FROM python:3.11-slim-bookworm AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends g++ libicu-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
RUN pip install --no-cache-dir uv==0.13.9
ENV VIRTUAL_ENV=/opt/guanxi UV_LINK_MODE=copy UV_NO_CACHE=1
RUN uv venv "$VIRTUAL_ENV"
WORKDIR /source
# The libraries as uv.lock has them, each held to its hash; PyTorch in the version of requirements.txt from an index of
# CPU builds, which is 5 GB less. With --build-arg TORCH_INDEX=https://pypi.org/simple it is the build with CUDA.
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
COPY pyproject.toml uv.lock requirements.txt requirements-bulk.txt README.md LICENSE NOTICE ./
RUN uv pip install --index-url "$TORCH_INDEX" "$(grep '^torch==' requirements.txt)" \
 && uv export --frozen --no-dev --no-emit-project --prune torch --quiet > locked.txt \
 && uv pip install --no-deps --require-hashes -r locked.txt
COPY .streamlit .streamlit
COPY app app
COPY core core
COPY data data
COPY pages pages
RUN uv build --wheel --out-dir dist \
 && uv pip install --no-deps --compile-bytecode dist/*.whl

FROM python:3.11-slim-bookworm
RUN apt-get update \
 && apt-get install --yes --no-install-recommends libicu72 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --home-dir /data --create-home guanxi
COPY --from=build /opt/guanxi /opt/guanxi
COPY LICENSE NOTICE /usr/share/doc/guanxi/
ENV PATH=/opt/guanxi/bin:$PATH PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=2 GUANXI_HOME=/data
USER guanxi
WORKDIR /data
VOLUME /data
EXPOSE 8501 3018
# The first start builds the sample; until then /health/ready answers 503.
HEALTHCHECK --interval=30s --timeout=10s --start-period=300s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8501/health/ready', timeout=8)"]
CMD ["guanxi", "app", "--host", "0.0.0.0"]
