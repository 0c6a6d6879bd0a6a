// The least that a start can cost: Node and Fastify until the first answer, without a plugin, a database or a schema.
import Fastify from 'fastify';

const app = Fastify();
app.get('/', async () => ({}));
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.on('SIGTERM', () => void app.close());
