import { askModeloServidor } from '@escuta/shared/contracts/insights/modelos';
import { Server } from 'lucide-react';
import { useState } from 'react';
import { SelectField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import type { ApiForm } from '../../kit/form/use-api-form.ts';
import { call, errorMessage } from '../../lib/network/api.ts';
import { Button } from '../../ui/button.tsx';
import type { ModeloForm } from './modelo-values.ts';
import { PELO_NOME, protocolFields } from './protocol-values.ts';

const SIM_NAO = [
  { value: PELO_NOME, label: 'Pelo nome do modelo' },
  { value: 'sim', label: 'Sim' },
  { value: 'nao', label: 'Não' },
];
const SAIDAS = [
  { value: PELO_NOME, label: 'Pelo nome do modelo' },
  { value: 'json_schema', label: 'JSON com esquema' },
  { value: 'json_object', label: 'JSON sem esquema' },
  { value: 'texto', label: 'Só texto: o esquema vai no pedido' },
];

/** Fields for the capabilities of a model's server, filled in from the server's answer or typed. */
export function ProtocolFields({ api }: { api: ApiForm<ModeloForm, ModeloForm> }) {
  const { field, form } = api;
  const [asking, setAsking] = useState(false);
  const [heard, setHeard] = useState<string | null>(null);
  const finalidade = form.watch('finalidade');
  const modelo = form.watch('modelo').trim();

  const ask = async () => {
    setAsking(true);
    try {
      const query = { provedor: form.getValues('provedor'), modelo, finalidade };
      const { data } = await call(askModeloServidor, { query });
      if (data.protocolo) {
        for (const [name, value] of Object.entries(protocolFields(data.protocolo))) {
          form.setValue(name as keyof ModeloForm, value, { shouldDirty: true, shouldValidate: true });
        }
      }
      setHeard(told(data));
    } catch (error) {
      setHeard(errorMessage(error));
    } finally {
      setAsking(false);
    }
  };

  return (
    <fieldset className="grid gap-4 border-t pt-5">
      <legend className="sr-only">Capacidades do servidor</legend>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid max-w-prose gap-1">
          <p className="font-medium">Capacidades do servidor</p>
          <p className="text-muted-foreground text-sm">
            Em branco, vale o padrão do modelo. Para um servidor próprio, preencha os campos ou consulte o
            servidor.
          </p>
        </div>
        <Button
          type="button"
          variant="outline"
          loading={asking}
          disabled={modelo === ''}
          onClick={() => void ask()}
        >
          <Server aria-hidden="true" />
          Consultar o servidor
        </Button>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {heard}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SwitchField
          {...field('proprio')}
          label="Servidor próprio"
          hint="Sem custo: o preço deste modelo passa a zero. A Escuta aguarda a resposta enquanto o servidor estiver ativo."
        />
        <NumberField
          api={api}
          name="simultaneas"
          label="Pedidos ao mesmo tempo"
          hint="Em branco: um por vez em um servidor próprio, sem limite nos outros."
        />
        {finalidade === 'transcricao' ? <SpeechFields api={api} /> : <TextFields api={api} />}
      </div>
    </fieldset>
  );
}

type Own = { api: ApiForm<ModeloForm, ModeloForm> };

function SpeechFields({ api }: Own) {
  const { field } = api;
  return (
    <>
      <SelectField
        {...field('tempos')}
        label="Informa os tempos das falas"
        hint="Sem tempos, as falas são enviadas uma a uma."
        options={SIM_NAO}
      />
      <SelectField
        {...field('idioma')}
        label="Aceita o idioma"
        hint="Um modelo que não aceita o idioma pode responder em outra língua."
        options={SIM_NAO}
      />
      <NumberField
        api={api}
        name="trechoMaximoS"
        label="Maior trecho, em segundos"
        hint="Em branco, vale 30 em um servidor próprio. Nos outros, o limite é o tamanho do arquivo."
      />
    </>
  );
}

function TextFields({ api }: Own) {
  const { field } = api;
  return (
    <>
      <SelectField {...field('saida')} label="Formato da resposta" options={SAIDAS} />
      <SwitchField
        {...field('limites')}
        label="Aceita limites no esquema"
        hint="O tamanho máximo de textos e listas. llama.cpp, Ollama e vLLM precisam desses limites para terminar a resposta."
      />
      <NumberField
        api={api}
        name="contexto"
        label="Contexto, em tokens"
        hint="Pedido e resposta juntos. A parte que não couber não é enviada."
      />
      <SelectField
        {...field('raciocinio')}
        label="Raciocina antes de responder"
        hint="Reserva espaço para o raciocínio."
        options={SIM_NAO}
      />
    </>
  );
}

function NumberField({
  api,
  name,
  ...texts
}: Own & { name: 'simultaneas' | 'trechoMaximoS' | 'contexto'; label: string; hint: string }) {
  return <TextField {...api.field(name)} {...texts} inputMode="numeric" maxLength={9} />;
}

/** Words for what the server answered about its model. */
function told({
  servidor,
  listado,
  protocolo,
}: {
  servidor: string | null;
  listado: boolean | null;
  protocolo: { contexto?: number | undefined; saida?: string | undefined } | null;
}): string {
  const missing = listado === false ? ' O modelo não está na lista do servidor: baixe-o antes.' : '';
  if (!protocolo)
    return `O servidor respondeu, mas não informa as capacidades do modelo: preencha os campos.${missing}`;
  const context =
    protocolo.saida && !protocolo.contexto
      ? ' O servidor não informou o contexto em uso: preencha-o, ou use o modelo uma vez e consulte de novo.'
      : '';
  return `Preenchido com a resposta ${servidor ? `de ${servidor}` : 'do servidor'}.${context}${missing}`;
}
