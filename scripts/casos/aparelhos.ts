// Devices whose clock is wrong, by hours or by years, and devices whose clock is corrected during the work.
import type { Caso, CasosDoTipo } from './case.ts';

/** Imports a module of the web workspace that needs no page; the workspace has its own TypeScript configuration. */
const web = async <T>(path: string): Promise<T> =>
  (await import(new URL(`../../web/src/${path}`, import.meta.url).href)) as T;

type SessionStore = {
  get: () => object | null;
  lastEnd: () => string | null;
  start: (answer: { token: string; user: object }) => void;
  check: () => void;
};
type Pin = { erros: number; esperarAte: number };

const { createSessionStore } = await web<{ createSessionStore: (storage: object) => SessionStore }>(
  'lib/network/session.ts',
);
const { forgetServerTime, noteServerTime } = await web<{
  forgetServerTime: () => void;
  noteServerTime: (date: string) => void;
}>('lib/network/server-clock.ts');
const { describeClockError } = await web<{ describeClockError: (errorMs: number) => string | null }>(
  'lib/network/clock-error.ts',
);
const { explainNoNew } = await web<{ explainNoNew: (aparelho: object) => string | null }>(
  'field/device/device.ts',
);
const { makePin, tryPin } = await web<{
  makePin: (pin: string) => Promise<Pin>;
  tryPin: (kept: Pin, pin: string, now: number) => Promise<{ certo: boolean; pin: Pin }>;
}>('field/device/pin.ts');
const { since } = await web<{ since: (iso: string) => string }>('features/templates-insights/links/since.ts');
const { InterviewClock } = await web<{
  InterviewClock: new (
    last: null,
    clocks: { wall: () => number; perf: () => number },
  ) => { mono: () => number; jump: () => number };
}>('field/log/clock.ts');

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Lifetime of the server's tokens, ms. */
const HOLDS = 12 * HOUR;

/** A device: its clock is `error` ms ahead of the server's and can be set; its storage outlives the page. */
class Device {
  error: number;
  readonly #now = Date.now;
  readonly #stored = new Map<string, string>();

  constructor(error: number) {
    this.error = error;
    forgetServerTime();
    Date.now = () => this.server() + this.error;
  }

  server = (): number => this.#now.call(Date);

  /** Simulates an answer of the server, from which the page learns the server's time. */
  answered(at = this.server()): void {
    noteServerTime(new Date(at).toUTCString());
  }

  /** Loads a page, which has not yet received any answer from the server. */
  page(): SessionStore {
    forgetServerTime();
    const stored = this.#stored;
    return createSessionStore({
      getItem: (key: string) => stored.get(key) ?? null,
      removeItem: (key: string) => void stored.delete(key),
      setItem: (key: string, value: string) => void stored.set(key, value),
    });
  }

  /** Simulates a sign-in: the server accepts the password, and the page stores the session. */
  signIn(page: SessionStore): void {
    this.answered();
    const exp = Math.floor((this.server() + HOLDS) / 1000);
    const user = { id: 'u', email: 'ana@aurora.example', role: 'usuario' };
    page.start({ token: `x.${btoa(JSON.stringify({ exp }))}.y`, user });
  }

  off(): void {
    Date.now = this.#now;
    forgetServerTime();
  }
}

/** Runs `work` on a device with a clock error, and restores all globals. */
async function on(error: number, work: (device: Device) => string | Promise<string>): Promise<string> {
  const device = new Device(error);
  try {
    return await work(device);
  } finally {
    device.off();
  }
}

/** Checks the page's session again, and describes the state that the page then shows. */
function stateOf(page: SessionStore): string {
  page.check();
  return page.get() ? 'dentro' : `fora: ${page.lastEnd()}`;
}

const signsIn = (error: number) => () =>
  on(error, (device) => {
    const page = device.page();
    device.signIn(page);
    const now = stateOf(page);
    // The reloaded page has received no answer from the server.
    return `${now}; página recarregada: ${stateOf(device.page())}`;
  });

const authorised = (until: number, relogioAdiantadoMs?: number) => ({
  id: 'a',
  segredo: 's',
  autorizadoAte: until,
  ...(relogioAdiantadoMs === undefined ? {} : { relogioAdiantadoMs }),
  situacao: 'ativo' as const,
  membroAtivo: true,
  empresa: { id: 'e', nome: 'Instituto' },
  usuario: { id: 'u', nome: 'Ana', email: 'ana@aurora.example' },
});

const casos: readonly Caso[] = [
  {
    nome: 'entrar com o relógio 13 horas adiantado',
    fonte:
      'getodk/getodk, issue 983; manfredsteyer/angular-oauth2-oidc, issue 1135 (entra, "expirado", entra de novo, sem fim)',
    esperado: 'dentro; página recarregada: dentro',
    obtido: signsIn(13 * HOUR),
  },
  {
    nome: 'entrar com o relógio um ano adiantado',
    fonte: 'getodk/getodk, issue 1208; arcao/Geocaching4Locus, issue 26',
    esperado: 'dentro; página recarregada: dentro',
    obtido: signsIn(365 * DAY),
  },
  {
    nome: 'entrar com o relógio em 1970, de bateria vazia',
    fonte: 'aws-amplify/aws-sdk-ios, issue 197 (início de sessão em 1970-01-01)',
    esperado: 'dentro; página recarregada: dentro',
    obtido: () => signsIn(-Date.now())(),
  },
  {
    nome: 'relógio salta 13 horas com a sessão aberta, e é acertado depois',
    fonte: 'AzureAD/azure-activedirectory-library-for-objc, issue 1019',
    esperado: 'dentro, dentro, dentro',
    obtido: () =>
      on(0, (device) => {
        const page = device.page();
        device.signIn(page);
        const states = [stateOf(page)];
        device.error = 13 * HOUR;
        states.push(stateOf(page));
        device.error = 0;
        states.push(stateOf(page));
        return states.join(', ');
      }),
  },
  {
    nome: 'sessão vencida em aparelho dois dias atrasado: quem diz é o servidor',
    fonte: 'banzaicloud/banzai-cli, pull request 164 (o relógio do usuário atrás do servidor)',
    esperado: 'dentro; depois da resposta: fora: expirada',
    obtido: () =>
      on(-2 * DAY, (device) => {
        device.signIn(device.page());
        const next = device.page();
        const before = stateOf(next);
        device.answered(device.server() + HOLDS + MINUTE);
        return `${before}; depois da resposta: ${stateOf(next)}`;
      }),
  },
  {
    nome: 'aviso de relógio errado diz quanto e para que lado',
    fonte: 'minvws/nl-covid19-coronacheck-app-android, issue 67; verdie-g/crpg, issue 704',
    esperado: '13 horas adiantado | 2 dias atrasado | 45 minutos adiantado | nada | nada',
    obtido: () =>
      [13 * HOUR, -2 * DAY, 45 * MINUTE, 4 * MINUTE, -90_000]
        .map((error) => describeClockError(error) ?? 'nada')
        .join(' | '),
  },
  {
    nome: 'aparelho autorizado, um ano adiantado: começa entrevistas com internet e sem',
    fonte: 'getodk/getodk, issue 983 (celulares sem rede perdem a hora)',
    esperado: 'com internet: pode; sem: pode; depois de vencida: não pode',
    obtido: () =>
      on(365 * DAY, (device) => {
        const may = (until: number) =>
          explainNoNew(authorised(until, 365 * DAY)) === null ? 'pode' : 'não pode';
        const until = device.server() + 30 * DAY;
        device.answered();
        const online = may(until);
        forgetServerTime();
        return `com internet: ${online}; sem: ${may(until)}; depois de vencida: ${may(device.server() - MINUTE)}`;
      }),
  },
  {
    nome: 'aparelho autorizado, atrasado: o relógio atrás não impede o trabalho',
    fonte: 'decentraland/unity-explorer, issue 5049 (hora posta à mão)',
    esperado: 'pode',
    obtido: () =>
      on(-9 * DAY, (device) => {
        const aparelho = authorised(device.server() + DAY);
        return explainNoNew(aparelho) === null ? 'pode' : 'não pode';
      }),
  },
  {
    nome: 'PIN errado e relógio acertado para trás: espera o que lhe disseram, não horas',
    fonte: 'AzureAD/azure-activedirectory-library-for-objc, issue 1019 (data posta no futuro e de volta)',
    esperado: 'espera 5 s; depois abre',
    obtido: async () => {
      const kept = { ...(await makePin('2468')), erros: 3, esperarAte: 13 * HOUR + 5000 };
      const { pin } = await tryPin(kept, '2468', 0);
      const { certo } = await tryPin(pin, '2468', pin.esperarAte);
      return `espera ${pin.esperarAte / 1000} s; depois ${certo ? 'abre' : 'não abre'}`;
    },
  },
  {
    nome: 'relógio acertado no meio da entrevista: o tempo dela segue, e o salto é dito',
    fonte: 'ZhFahim/anchor, issue 125 (aparelho uma hora atrás do servidor)',
    esperado: '60 s de entrevista; salto de -13 h',
    obtido: () => {
      let wall = 13 * HOUR;
      let perf = 0;
      const clock = new InterviewClock(null, { wall: () => wall, perf: () => perf });
      perf = MINUTE;
      wall = MINUTE;
      return `${clock.mono() / 1000} s de entrevista; salto de ${clock.jump() / HOUR} h`;
    },
  },
  {
    nome: '"há 5 minutos" de um momento do servidor, em aparelho 13 horas adiantado',
    fonte: 'standardnotes/app, issue 205 (datas de alteração pela hora do aparelho)',
    esperado: 'há 5 minutos',
    obtido: () =>
      on(13 * HOUR, (device) => {
        device.answered();
        return since(new Date(device.server() - 5.5 * MINUTE).toISOString());
      }),
  },
];

export const APARELHOS: CasosDoTipo = { tipo: 'aparelho', casos };
