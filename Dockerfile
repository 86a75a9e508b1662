# The program in a container: docker build -t newsletter . && docker run --rm newsletter sandbox exec newsletter groups list
# docs/installing.md says how to use it.
ARG NODE_IMAGE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ARG BASE_IMAGE=debian:bookworm-slim@sha256:96e378d7e6531ac9a15ad505478fcc2e69f371b10f5cdf87857c4b8188404716

# The bundle is the same for all processors, so it is made on the one that builds.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG NEWSLETTER_BUILD_COMMIT
ARG SOURCE_DATE_EPOCH
RUN npm run build \
  && rm -r dist/.modules.json \
  && mkdir -p /out/usr/local/bin /out/usr/local/lib/newsletter /out/home/newsletter /out/work \
  && cp -r package.json LICENSE bin dist /out/usr/local/lib/newsletter/ \
  && ln -s ../lib/newsletter/bin/newsletter.js /out/usr/local/bin/newsletter \
  && chmod 1777 /out/home/newsletter

FROM ${NODE_IMAGE} AS node

# Node without npm. No step runs here, so that no other processor has to be emulated.
FROM ${BASE_IMAGE}
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=node /usr/local/LICENSE /usr/local/share/doc/node/LICENSE
COPY --from=build /out/ /
# The home is for whichever user the container runs as; a container has no keychain.
ENV HOME=/home/newsletter NEWSLETTER_CREDENTIAL_STORE=file
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["newsletter"]
CMD ["--help"]
