# The service with its own Node on a small Debian, for amd64 and arm64: see docs/installing.md.
#
#   docker build --tag refrain .
#   docker build --tag refrain --build-arg FFMPEG=yes .     analyses AAC, too

FROM node:24-trixie-slim AS build
WORKDIR /build
COPY . .
RUN sh packaging/install.sh /opt/refrain

FROM debian:trixie-slim
ARG FFMPEG=
RUN if [ -n "$FFMPEG" ]; then \
      apt-get update \
      && apt-get install --yes --no-install-recommends ffmpeg \
      && rm -rf /var/lib/apt/lists/*; \
    fi
RUN useradd --uid 1000 --home-dir /data --no-create-home --shell /usr/sbin/nologin refrain \
    && install --directory --owner=refrain --group=refrain --mode=0700 /data
COPY --from=build /opt/refrain /opt/refrain
ENV PATH=/opt/refrain/bin:$PATH HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /opt/refrain
# By its number, so that a cluster sees that it is not root.
USER 1000:1000
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m CMD ["node", "packaging/healthcheck.mjs"]
ENTRYPOINT ["node", "scripts/start.mjs"]
