import {
  createModeloExportacao,
  deleteModeloExportacao,
  listModelosExportacao,
  type ModeloExportacaoWire,
} from '@escuta/shared/contracts/exportacoes';
import type { FormatoExportacao, TipoExportacao } from '@escuta/shared/domain/exports';
import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { apiQuery } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { Label } from '../../ui/label.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';

interface Choice {
  formato: FormatoExportacao;
  colunas: readonly string[];
  planilhas: readonly string[];
}

interface SavedChoicesProps {
  tipo: TipoExportacao;
  /** What is chosen now. */
  now: Choice;
  onChoose: (kept: ModeloExportacaoWire) => void;
}

const isSame = (a: Choice, b: Choice): boolean =>
  a.formato === b.formato &&
  a.colunas.join() === b.colunas.join() &&
  a.planilhas.join() === b.planilhas.join();

/** Choices of format and columns that somebody kept: take one, keep the present one, delete. */
export function SavedChoices({ tipo, now, onChoose }: SavedChoicesProps) {
  const id = useId();
  const { data } = useQuery({
    ...apiQuery(listModelosExportacao, { query: { tipo } }),
    select: (answer) => answer.data,
  });
  const [naming, setNaming] = useState(false);
  const remove = useApiMutation(deleteModeloExportacao, {
    done: 'Escolha de colunas excluída.',
    failed: 'Erro ao excluir a escolha',
  });
  const kept = data ?? [];
  const chosen = kept.find((one) => isSame(one, now));
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        {kept.length > 0 ? (
          <div className="grid min-w-44 flex-1 gap-2">
            <Label htmlFor={`${id}-salvas`}>Escolhas salvas</Label>
            <Select
              value={chosen?.id ?? ''}
              onValueChange={(next) => {
                const one = kept.find((each) => each.id === next);
                if (one) onChoose(one);
              }}
            >
              <SelectTrigger id={`${id}-salvas`} className="w-full">
                <SelectValue placeholder="Escolha uma" />
              </SelectTrigger>
              <SelectContent>
                {kept.map((one) => (
                  <SelectItem key={one.id} value={one.id}>
                    {one.nome}
                    {one.da_empresa ? ' · da empresa' : ''}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          </div>
        ) : null}
        {chosen?.pode_mudar ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Excluir a escolha ${chosen.nome}`}
            loading={remove.busy}
            onClick={() => void remove.attempt({ params: { id: chosen.id } })}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        ) : null}
        {chosen || naming || now.colunas.length === 0 ? null : (
          <Button variant="ghost" onClick={() => setNaming(true)}>
            <BookmarkPlus aria-hidden="true" />
            Salvar esta escolha
          </Button>
        )}
      </div>
      {naming ? <Naming tipo={tipo} now={now} onClose={() => setNaming(false)} /> : null}
    </div>
  );
}

function Naming({ tipo, now, onClose }: Pick<SavedChoicesProps, 'tipo' | 'now'> & { onClose: () => void }) {
  const id = useId();
  const [nome, setNome] = useState('');
  const [daEmpresa, setDaEmpresa] = useState(false);
  const save = useApiMutation(createModeloExportacao, {
    done: 'Escolha de colunas salva.',
    failed: 'Erro ao salvar a escolha',
    onDone: onClose,
  });
  const { formato, colunas, planilhas } = now;
  return (
    <form
      className="grid gap-3 rounded-lg border p-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save.attempt({
          body: {
            tipo,
            nome,
            formato,
            colunas: [...colunas],
            planilhas: [...planilhas],
            da_empresa: daEmpresa,
          },
        });
      }}
    >
      <div className="grid gap-2">
        <Label htmlFor={`${id}-nome`}>Nome da escolha</Label>
        <Input
          id={`${id}-nome`}
          value={nome}
          maxLength={80}
          required
          onChange={(event) => setNome(event.target.value)}
        />
      </div>
      <span className="flex items-center gap-2 text-sm">
        <Switch id={`${id}-empresa`} checked={daEmpresa} onCheckedChange={setDaEmpresa} />
        <Label htmlFor={`${id}-empresa`}>Compartilhar com a empresa</Label>
      </span>
      <div className="flex justify-end gap-2">
        <Button variant="outline" size="sm" onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" size="sm" loading={save.busy} disabled={nome.trim() === ''}>
          Salvar
        </Button>
      </div>
    </form>
  );
}
