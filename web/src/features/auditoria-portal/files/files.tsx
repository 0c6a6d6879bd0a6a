import { replaceArquivoDoPreparo } from '@escuta/shared/contracts/surveys/preparos';
import { PAPEL_ARQUIVO_LABEL } from '@escuta/shared/domain/audit-preparation';
import { FilesCard } from '../../../domain/intake/files-card.tsx';
import { usePutStaged } from '../../../domain/intake/use-staged.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { useCan } from '../../../lib/network/permissions.ts';
import { PREPARO } from '../intake.ts';
import type { Detalhe } from '../words.ts';
import { acceptOf, PORTAL_FILE, portalFileProblem } from './portal-files.ts';

const ESQUECIDO = 'A leitura do arquivo atual será descartada; a dos outros arquivos é mantida.';

/** The four files, each with its state: being sent, received, faulty. A file can be replaced until the confirmation. */
export function PortalFiles({ preparo }: { preparo: Detalhe }) {
  const { id, estado, motivo, motivo_papel, questionario } = preparo;
  const mayCreate = useCan()('audit', 'create');
  const put = usePutStaged(PREPARO);
  const { run, busy } = useApiMutation(replaceArquivoDoPreparo, {
    failed: 'Não foi possível trocar o arquivo',
    onDone: put,
  });
  return (
    <FilesCard
      sender={PREPARO}
      intakeId={id}
      sending={estado === 'enviando'}
      mayChange={mayCreate && estado !== 'analisando'}
      fault={estado === 'falhou' && motivo_papel ? { papel: motivo_papel, motivo } : null}
      files={preparo.arquivos.map((arquivo) => {
        const { papel } = arquivo;
        const choice = {
          accept: acceptOf(papel),
          problemOf: (file: File) => portalFileProblem(papel, file),
        };
        return { ...arquivo, label: PAPEL_ARQUIVO_LABEL[papel], icon: PORTAL_FILE[papel].icon, choice };
      })}
      replacing={{
        busy,
        lost: (papel) => {
          const corrected = papel === 'perguntas' && questionario?.corrigido === true;
          if (estado !== 'pronto' && !corrected) return null;
          return `${ESQUECIDO}${corrected ? ' As correções feitas nas perguntas serão perdidas.' : ''}`;
        },
        run: async (papel, { name, size }) => {
          const { data } = await run({ params: { id, papel }, body: { nome: name, tamanho: size } });
          return data.arquivos.find((one) => one.papel === papel)?.envio_id ?? null;
        },
      }}
    />
  );
}
