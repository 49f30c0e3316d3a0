# The web app is built with the development dependencies, which stay behind.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --omit=optional
COPY . .
RUN mkdir -p dist && npm run --if-present build:web

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
COPY package.json package-lock.json .npmrc ./
# The optional dependencies bring a Node and a PostgreSQL; the image has the one and DATABASE_URL names the other.
RUN npm ci --ignore-scripts --omit=dev --omit=optional
COPY migrations migrations
COPY rates rates
COPY scripts scripts
COPY src src
COPY --from=build /app/dist dist
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((answer) => process.exit(answer.ok ? 0 : 1))"
CMD ["node", "src/main.ts"]
