# Formulary in a container: built in one stage, run in another without compilers, root or a writable file system.
FROM node:22-slim AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
# no package needs an install script; the program is built below, where its sources are
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY src src
COPY plugins plugins
COPY scripts scripts
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY catalog catalog
# the one place that is written: a new volume takes its owner from here
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/scripts/serve.js"]
