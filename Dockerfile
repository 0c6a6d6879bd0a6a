# Three images from one file: `app` runs migrate, api, worker, demo-ai or seed by its command (deploy/entrypoint.sh);
# `operacao` is the same with PostgreSQL's client, for doctor, backup and restore; `web` is nginx with the built
# interface. The servers run compiled (decision 1): node alone, no sources, and what it compiled of them is in the image.

# A digest behind the tag makes it these bytes and no others (deploy/fixar-imagens.sh).
ARG IMAGEM_NODE=node:24-bookworm-slim
ARG IMAGEM_NGINX=nginx:1.29-alpine

FROM ${IMAGEM_NODE} AS base
WORKDIR /app
# Packages for an installation behind a mirror of the npm registry.
ARG npm_config_registry
COPY package.json package-lock.json .npmrc ./
COPY shared/package.json shared/
COPY prisma/package.json prisma/
COPY api/package.json api/
COPY worker/package.json worker/
COPY demo-ai/package.json demo-ai/
COPY web/package.json web/
COPY tests/package.json tests/

FROM ${IMAGEM_NODE} AS ffmpeg
COPY deploy/copy-program.sh /tmp/
RUN find / -xdev \( -type f -o -type l \) > /tmp/antes \
 && apt-get update \
 && apt-get install -y --no-install-recommends ffmpeg \
 && /tmp/copy-program.sh /usr/bin/ffmpeg /ffmpeg /tmp/antes

# The servers' packages, and the compiler, which stays behind.
FROM base AS programs
RUN npm ci --ignore-scripts --include-workspace-root \
      -w @escuta/shared -w @escuta/prisma -w @escuta/api -w @escuta/worker -w @escuta/demo-ai
COPY tsconfig.base.json tsconfig.json prisma.config.ts ./
COPY prisma prisma
RUN node node_modules/prisma/build/index.js generate
COPY shared/src shared/src
COPY api api
COPY worker worker
COPY demo-ai demo-ai
COPY deploy deploy
COPY scripts/lib scripts/lib
COPY scripts/operations scripts/operations
# Which sources run here: the commit that the build was given, else a hash of what it was made from.
ARG ESCUTA_COMPILACAO
RUN node -e "import('./scripts/lib/compiled.mjs').then((m) => m.compilePrograms())" \
 && node --import tsx -e "import('./shared/src/platform/process/build-id.ts').then((m) => console.log(m.readBuildId(process.argv[1])))" \
      "$ESCUTA_COMPILACAO" > compilacao.txt

FROM base AS app
COPY --from=ffmpeg /ffmpeg /
COPY deploy/prune-modules.sh deploy/
RUN ldconfig && ffmpeg -hide_banner -loglevel error -f lavfi -i sine=d=1 -f null - \
 && npm ci --omit=dev --ignore-scripts --include-workspace-root \
      -w @escuta/shared -w @escuta/prisma -w @escuta/api -w @escuta/worker -w @escuta/demo-ai \
 && sh deploy/prune-modules.sh node_modules \
 && mkdir -p /dados/objetos compilado && chown -R node:node /dados compilado \
 && rm -rf /root/.npm /tmp/*
COPY prisma.config.ts ./
COPY prisma prisma
COPY samples samples
COPY deploy deploy
COPY scripts/lib scripts/lib
COPY --from=programs /app/dist dist
COPY --from=programs /app/compilacao.txt ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 STORAGE_DIR=/dados/objetos FFMPEG_PATH=/usr/bin/ffmpeg NODE_COMPILE_CACHE=/app/compilado
USER node
# Each program as far as it comes without a configuration: what Node compiled of it is kept, and a container has nothing to write.
RUN for program in api worker demo-ai; do timeout -s TERM 30 /app/deploy/entrypoint.sh "$program" > /tmp/saida 2>&1 || true; done \
 && ls compilado/* > /dev/null && rm -rf /tmp/*
EXPOSE 3000
ENTRYPOINT ["/app/deploy/entrypoint.sh"]
CMD ["api"]

FROM app AS operacao
# pg_dump refuses a server newer than itself: the client comes in the major version of compose's PostgreSQL, from the
# project's own packages, which Debian's postgresql-common knows how to set up. Who never makes a copy never needs them.
ARG POSTGRES_CLIENT=17
# A mirror of them, for a network without a way out.
ARG POSTGRES_PACOTES=https://apt.postgresql.org/pub/repos/apt
USER root
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates postgresql-common \
 && echo "deb [signed-by=/usr/share/postgresql-common/pgdg/apt.postgresql.org.asc] $POSTGRES_PACOTES bookworm-pgdg main" \
      > /etc/apt/sources.list.d/pgdg.list \
 && apt-get update \
 && apt-get install -y --no-install-recommends "postgresql-client-$POSTGRES_CLIENT" \
 && rm -rf /var/lib/apt/lists/*
USER node
CMD ["doctor"]

FROM base AS web-build
RUN npm ci --ignore-scripts --include-workspace-root -w @escuta/shared -w @escuta/web
COPY tsconfig.base.json ./
COPY shared/src shared/src
COPY web web
RUN cd web && export NODE_ENV=production \
 && node ../node_modules/vite/bin/vite.js build \
 && node ../node_modules/vite/bin/vite.js build --config vite.entrevista.config.ts \
 && node vite/compress.mjs dist

FROM ${IMAGEM_NGINX} AS web
COPY deploy/nginx.conf /etc/nginx/nginx.conf
COPY deploy/nginx-headers.conf /etc/nginx/nginx-headers.conf
COPY --chmod=0755 deploy/nginx-proxy.sh /docker-entrypoint.d/50-escuta-proxy.sh
COPY --from=web-build /app/web/dist /usr/share/nginx/html
# The unprivileged account of nginx's image; ports under 1024 are out of its reach.
USER 101
EXPOSE 8080
CMD ["nginx", "-g", "daemon off;"]
