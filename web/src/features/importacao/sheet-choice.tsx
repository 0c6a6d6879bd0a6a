import { readImportacao } from '@escuta/shared/contracts/calls/importacoes';
import { ChoiceSelect } from '../../kit/form/fields.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { Field } from '../../ui/inputs/field.tsx';
import type { Detalhe } from './words.ts';

/** Chooses a sheet of the workbook; the server then reads the file again, from that sheet. */
export function SheetChoice({ importacao, disabled }: { importacao: Detalhe; disabled: boolean }) {
  const { run, busy } = useApiMutation(readImportacao, { failed: 'Não foi possível ler a aba' });
  const { abas } = importacao.leitura;
  if (abas.length < 2) return null;
  return (
    <Field label="Aba da planilha" className="max-w-md">
      <ChoiceSelect
        value={importacao.aba ?? ''}
        disabled={disabled || busy}
        options={abas.map(({ nome, oculta, ligacoes }) => ({
          value: nome,
          label: `${nome}${oculta ? ' (oculta)' : ''}${ligacoes ? '' : ' (parece não ter ligações)'}`,
        }))}
        onValueChange={(aba) => {
          if (aba !== importacao.aba)
            void run({ params: { id: importacao.id }, body: { aba } }).catch(() => undefined);
        }}
      />
    </Field>
  );
}
