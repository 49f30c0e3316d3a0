# The first stage installs from the lock file and builds; files that only the build needs are not copied out of it.
# `npm run image:check` replays these steps without an engine: keep to ARG, FROM, WORKDIR, ENV, COPY, RUN, USER, EXPOSE, HEALTHCHECK, CMD.
# Pin it by digest for reproducible builds: docs/guides/operate.md.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The packages are for callers of the service; the service itself does not need them.
RUN npm ci --workspaces=false --include=dev --include=optional --ignore-scripts --no-progress --loglevel=error
COPY . .
RUN npm run build:web && node scripts/docs-site.ts
# The optional dependencies contain Node and PostgreSQL; the image has its own Node, and DATABASE_URL sets the database.
RUN npm prune --workspaces=false --omit=dev --omit=optional --ignore-scripts --no-progress --loglevel=error \
  && node scripts/slim-modules.mjs node_modules

FROM ${NODE_IMAGE}
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
# Returns memory to the system after a large call: docs/decisions/0460.
# The application folder is read-only, so npm writes its own files elsewhere.
ENV NPM_CONFIG_CACHE=/tmp/.npm NPM_CONFIG_UPDATE_NOTIFIER=false
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json package-lock.json LICENSE NOTICE ./
COPY assets assets
COPY migrations migrations
COPY rates rates
COPY scripts scripts
COPY src src
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --start-period=20s CMD node scripts/health.mjs
CMD ["node", "src/main.ts"]
