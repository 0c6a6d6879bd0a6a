// A TCP proxy in front of a shared server. When the proxy is cut, the server seems lost to its clients.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export class TcpProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  readonly #server = createServer((client) => {
    if (this.#isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(this.#target.port, this.#target.host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });

  /** `url`: address of the server behind the proxy. */
  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port) };
  }

  /** Starts the proxy. @returns `url` with the proxy as host */
  async start(url: string): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    // A Unix socket would bypass the proxy.
    through.searchParams.delete('host');
    through.port = String((this.#server.address() as AddressInfo).port);
    return through.href;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((done) => this.#server.close(done));
  }
}
