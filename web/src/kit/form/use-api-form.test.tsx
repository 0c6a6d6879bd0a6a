import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../lib/network/api.ts';
import { session } from '../../lib/network/session.ts';
import { clearDrafts } from '../../lib/page/drafts.ts';
import { lossNow, TYPED } from '../../lib/page/unsaved.ts';
import { TextField } from './fields.tsx';
import { Form, FormButtons } from './form.tsx';
import { pickChanged, useApiForm, useOnceKey } from './use-api-form.ts';

const schema = z.object({
  nome: z.string().min(3, 'Nome curto demais'),
  cidade: z.string(),
  senha: z.string(),
});
type Values = z.infer<typeof schema>;
const RECORD: Values = { nome: 'Aurora', cidade: 'Natal', senha: '' };

const tokenFor = (who: string) => `${who}.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.y`;
function enter(id = 'u1'): void {
  const user = { id, email: `${id}@aurora.com.br`, role: 'gerente', empresa_id: 'e1' };
  act(() => void session.start({ token: tokenFor(id), user }));
}

interface Sent {
  body: Partial<Values>;
  key: string | undefined;
}
interface Props {
  send: (sent: Sent) => Promise<Values>;
  record?: Values;
  follow?: boolean;
  guard?: boolean;
}

function Screen({ send, record = RECORD, follow = false, guard = true }: Props) {
  const once = useOnceKey();
  const api = useApiForm({
    schema,
    values: record,
    follow,
    guard,
    once,
    send: (output, { changed }) =>
      send({ body: pickChanged(output, changed), key: once.headers()['Idempotency-Key'] }),
    after: (saved: Values) => saved,
    failed: 'Erro ao salvar',
    fallback: 'Tente mais tarde.',
    conflict: 'nome',
    draft: { key: 'teste', title: 'Teste' },
  });
  return (
    <Form api={api} footer={<FormButtons busy={api.busy} submitLabel="Salvar" />}>
      <TextField {...api.field('nome')} label="Nome" />
      <TextField {...api.field('cidade')} label="Cidade" />
      <TextField {...api.field('senha')} label="Senha" />
      <output>{api.dirty ? 'mudou' : 'igual'}</output>
      <button type="button" onClick={api.discard}>
        Desfazer
      </button>
    </Form>
  );
}

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
const state = () => screen.getByRole('status', { hidden: true }).textContent;
const alert = () => screen.queryByText('Erro ao salvar')?.closest('[role=alert]') ?? null;

beforeEach(() => {
  clearDrafts();
  enter();
  return () => act(() => session.end('logout'));
});

describe('sending', () => {
  it('sends what was changed once, however often it is pressed, and is clean afterwards', async () => {
    const answers: ((saved: Values) => void)[] = [];
    const send = vi.fn((_: Sent) => new Promise<Values>((resolve) => answers.push(resolve)));
    render(<Screen send={send} />);
    type('Cidade', 'Recife');
    save();
    save();
    fireEvent.submit(box('Nome').form!);
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    save();
    expect(send.mock.calls[0]?.[0].body).toEqual({ cidade: 'Recife' });
    await act(async () => answers[0]?.({ ...RECORD, cidade: 'RECIFE' }));
    await waitFor(() => expect(state()).toBe('igual'));
    expect(box('Cidade').value).toBe('RECIFE');
    expect(lossNow()).toBeNull();
    expect(send).toHaveBeenCalledOnce();
  });

  it('sends nothing that the contract refuses, and says it at the field', async () => {
    const send = vi.fn<Props['send']>();
    render(<Screen send={send} />);
    type('Nome', 'A');
    save();
    await screen.findByText('Nome curto demais');
    expect(send).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(box('Nome'));
  });

  it('says what the server refuses at its field, and what has no field at the form', async () => {
    const errors = [
      { campo: 'cidade', mensagem: 'Cidade desconhecida' },
      { campo: 'saldo', mensagem: 'Saldo insuficiente' },
    ];
    render(
      <Screen send={() => Promise.reject(new ApiError(400, 'validacao', 'Dados inválidos', { errors }))} />,
    );
    type('Cidade', 'Atlântida');
    save();
    await screen.findByText('Cidade desconhecida');
    expect(box('Cidade').getAttribute('aria-invalid')).toBe('true');
    expect(alert()?.textContent).toContain('Saldo insuficiente');
    expect(box('Cidade').value).toBe('Atlântida');
    expect(lossNow()).toEqual(TYPED);
  });

  it('says a conflict at the field that it speaks of', async () => {
    render(<Screen send={() => Promise.reject(new ApiError(409, 'conflito', 'Nome já usado'))} />);
    type('Nome', 'Boreal');
    save();
    await screen.findByText('Nome já usado');
    expect(box('Nome').getAttribute('aria-invalid')).toBe('true');
    expect(alert()).toBeNull();
  });

  it('repeats a wish whose answer was lost under its key; what was answered ends the wish', async () => {
    const sent: (string | undefined)[] = [];
    const fates: (() => Promise<Values>)[] = [
      () => Promise.reject(new ApiError(0, 'sem_conexao', 'Sem conexão')),
      () => Promise.reject(new ApiError(502, 'resposta_alheia', 'HTTP 502')),
      () => Promise.reject(new ApiError(422, 'regra', 'Não pode')),
      () => Promise.resolve(RECORD),
      () => Promise.resolve(RECORD),
    ];
    render(
      <Screen
        send={({ key }) => {
          sent.push(key);
          return fates[sent.length - 1]!();
        }}
      />,
    );
    for (let n = 1; n <= fates.length; n++) {
      type('Cidade', `Recife ${n}`);
      save();
      await waitFor(() => expect(sent).toHaveLength(n));
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Salvar' }).ariaDisabled).not.toBe('true'),
      );
      await waitFor(() => expect(n < 4 ? alert() !== null : state() === 'igual').toBe(true));
    }
    const [lost, again, refused, saved, next] = sent;
    expect([again, refused]).toEqual([lost, lost]);
    expect(new Set([lost, saved, next]).size).toBe(3);
  });
});

describe('a newer record', () => {
  function scene(props: Partial<Props> = {}) {
    const at = (record: Values) => <Screen follow send={async () => record} {...props} record={record} />;
    const { rerender } = render(at(RECORD));
    return (record: Values) => rerender(at(record));
  }

  it('reaches the fields that nobody touched, and takes away neither text nor message', async () => {
    const comes = scene();
    type('Nome', 'B');
    save();
    await screen.findByText('Nome curto demais');
    comes({ ...RECORD, nome: 'Aurora S.A.', cidade: 'Belém' });
    expect(box('Nome').value).toBe('B');
    expect(box('Cidade').value).toBe('Belém');
    screen.getByText('Nome curto demais');
    type('Nome', 'Boreal');
    await waitFor(() => expect(screen.queryByText('Nome curto demais')).toBeNull());
    expect(lossNow()).toEqual(TYPED);
  });

  it('is what discarding returns to, and nothing is left to lose', async () => {
    const comes = scene();
    type('Nome', 'Nome pela metade');
    comes({ ...RECORD, nome: 'Aurora S.A.' });
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }));
    await waitFor(() => expect(box('Nome').value).toBe('Aurora S.A.'));
    expect(state()).toBe('igual');
    expect(lossNow()).toBeNull();
  });

  it('lets a form that stays open be saved, followed and changed again', async () => {
    const bodies: Partial<Values>[] = [];
    const comes = scene({
      send: async ({ body }) => {
        bodies.push(body);
        return { ...RECORD, ...body };
      },
    });
    type('Nome', 'Boreal');
    save();
    await waitFor(() => expect(state()).toBe('igual'));
    comes({ ...RECORD, nome: 'Boreal' });
    // Another person renames the record, so that the name typed before is no conflict any more.
    comes({ ...RECORD, nome: 'Poente' });
    expect(box('Nome').value).toBe('Poente');
    type('Cidade', 'Olinda');
    save();
    await waitFor(() => expect(bodies).toEqual([{ nome: 'Boreal' }, { cidade: 'Olinda' }]));
  });
});

describe('leaving', () => {
  it('asks only while something typed is not saved', async () => {
    const { unmount } = render(<Screen send={async () => RECORD} />);
    expect(lossNow()).toBeNull();
    type('Nome', 'Boreal');
    expect(lossNow()).toEqual(TYPED);
    type('Nome', RECORD.nome);
    expect(lossNow()).toBeNull();
    type('Nome', 'Boreal');
    unmount();
    expect(lossNow()).toBeNull();
  });

  it('never asks over a form that is only read', () => {
    render(<Screen guard={false} send={async () => RECORD} />);
    type('Nome', 'Boreal');
    expect(lossNow()).toBeNull();
  });
});

describe('over the end of a session', () => {
  /** Types a text and ends the session, upon which the guard of the signed-in area unmounts the form. */
  function typeAndLoseSession(how: 'expirada' | 'logout' = 'expirada'): void {
    const { unmount } = render(<Screen send={async () => RECORD} />);
    type('Cidade', 'Recife');
    type('Senha', 'segredo-123');
    act(() => session.end(how));
    unmount();
  }

  it('gives back to the same person what was typed, as changes, and never a password', async () => {
    typeAndLoseSession();
    expect(Object.values(sessionStorage).join()).not.toContain('segredo');
    enter();
    const send = vi.fn(async (_: Sent) => RECORD);
    render(<Screen record={{ ...RECORD, nome: 'Aurora S.A.' }} send={send} />);
    await screen.findByText('Recuperamos o que você digitou.');
    expect([box('Nome').value, box('Cidade').value, box('Senha').value]).toEqual([
      'Aurora S.A.',
      'Recife',
      '',
    ]);
    expect(lossNow()).toEqual(TYPED);
    save();
    await waitFor(() => expect(send).toHaveBeenCalledOnce());
    expect(send.mock.calls[0]?.[0].body).toEqual({ cidade: 'Recife' });
    await waitFor(() => expect(screen.queryByText('Recuperamos o que você digitou.')).toBeNull());
    expect(sessionStorage).toHaveLength(0);
  });

  it('can be discarded, and then does not come again', async () => {
    typeAndLoseSession();
    enter();
    const { unmount } = render(<Screen send={async () => RECORD} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Descartar' }));
    await waitFor(() => expect(box('Cidade').value).toBe('Natal'));
    unmount();
    render(<Screen send={async () => RECORD} />);
    expect(box('Cidade').value).toBe('Natal');
    expect(screen.queryByText('Recuperamos o que você digitou.')).toBeNull();
  });

  it('shows it to nobody else', () => {
    typeAndLoseSession();
    enter('u2');
    render(<Screen send={async () => RECORD} />);
    expect(box('Cidade').value).toBe('Natal');
  });

  it('keeps nothing of who signs out, nor of a form closed before', () => {
    typeAndLoseSession('logout');
    expect(sessionStorage).toHaveLength(0);
    enter();
    const { unmount } = render(<Screen send={async () => RECORD} />);
    type('Cidade', 'Recife');
    unmount();
    act(() => session.end('expirada'));
    expect(sessionStorage).toHaveLength(0);
  });
});
