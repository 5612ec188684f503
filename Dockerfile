# Waystation in a container. The same package that `npm install` takes is built, installed, and put on a plain Node.
#   docker build -t waystation . && docker run -p 3000:3000 -v waystation:/data waystation

FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY wire/package.json wire/
COPY server/package.json server/
COPY console/package.json console/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run pack -- /package

FROM node:24-bookworm-slim AS install
WORKDIR /opt/waystation
COPY --from=build /package /package
# This image has its Node: the one that the package brings along for others is left out.
RUN npm install --no-audit --no-fund /package/*.tgz && rm -rf node_modules/node-linux-*

FROM node:24-bookworm-slim
COPY --from=install /opt/waystation /opt/waystation
RUN install -d -o node -g node -m 0700 /data
ENV NODE_ENV=production
ENV DATA_DIR=/data
WORKDIR /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process, so signals reach it: `docker stop` lets calls end, for which it needs time (--time 130).
ENTRYPOINT ["node", "--max-semi-space-size=26", "/opt/waystation/node_modules/waystation/server/waystation.js"]
CMD ["serve"]
