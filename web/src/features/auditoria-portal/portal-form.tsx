import { createPreparo } from '@escuta/shared/contracts/surveys/preparos';
import {
  PAPEIS_ARQUIVO,
  PAPEL_ARQUIVO_LABEL,
  type PapelArquivo,
} from '@escuta/shared/domain/audit-preparation';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { sendFile } from '../../domain/intake/uploads.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import { ControlField, TextareaField } from '../../kit/form/fields.tsx';
import { Form, FormButtons } from '../../kit/form/form.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useUnsaved } from '../../kit/form/use-unsaved.ts';
import { anId } from '../../kit/list/filter-params.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, errorMessage } from '../../lib/network/api.ts';
import { TYPED } from '../../lib/page/unsaved.ts';
import { href, paths } from '../../lib/paths.ts';
import { newId } from '../../lib/text/ids.ts';
import { Card } from '../../ui/card.tsx';
import {
  acceptOf,
  allFour,
  type ChosenFiles,
  NO_FILES,
  PORTAL_FILE,
  portalFileProblem,
} from './files/portal-files.ts';
import { PREPARO } from './intake.ts';
import { ProjectChoice } from './project-choice.tsx';

const schema = z.object({
  projeto_id: z.string().min(1, { error: 'Selecione um projeto.' }),
  observacoes: z.string().trim().max(4000),
});

const OBRIGATORIOS = 'Arquivos obrigatórios';
const FALTAM_ARQUIVOS = 'Por favor, anexe todos os quatro arquivos obrigatórios.';
const NAO_ENVIADA = 'Ocorreu um erro ao enviar sua auditoria. Tente novamente.';

/** A file's description in the request that creates the preparation. */
const announced = (papel: PapelArquivo, { name, size }: File) => ({ papel, nome: name, tamanho: size });

/**
 * The form of the portal (specification 1, §2.4): the files are read and checked by a person before anything is
 * charged.
 */
export function PortalForm({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [files, setFiles] = useState<ChosenFiles>(NO_FILES);
  /** True after a press on send with a file missing: each missing file is then marked at its field. */
  const [asked, setAsked] = useState(false);
  const [openedAt] = useState(() => new Date().toISOString());
  /**
   * Idempotency key of the form's content, so that another press after a lost response creates no second preparation.
   */
  const wish = useRef({ content: '', id: '' });
  const sent = useRef(false);
  const create = useApiMutation(createPreparo, { failed: null });
  useUnsaved(() => (!sent.current && Object.values(files).some(Boolean) ? TYPED : null));

  /** Marks the fields of missing files, and shows a toast. */
  const askForFiles = (): void => {
    setAsked(true);
    toast.error(OBRIGATORIOS, { description: FALTAM_ARQUIVOS });
  };

  const api = useApiForm({
    schema,
    values: { projeto_id: anId(search.get('projeto') ?? ''), observacoes: '' },
    send: (values) => {
      const four = allFour(files);
      if (!four) {
        askForFiles();
        return Promise.reject(new Missing());
      }
      const body = {
        ...values,
        observacoes: values.observacoes || null,
        arquivos: PAPEIS_ARQUIVO.map((papel) => announced(papel, four[papel])),
      };
      const content = JSON.stringify(body);
      if (wish.current.content !== content) wish.current = { content, id: newId() };
      return create
        .run({ body: { id: wish.current.id, ...body, timestamp: openedAt } })
        .then((answer) => ({ preparo: answer.data, four }));
    },
    onSaved: (answer) => {
      if (!answer) return;
      const { preparo, four } = answer;
      sent.current = true;
      for (const { papel, envio_id, completo } of preparo.arquivos) {
        if (!completo) sendFile(PREPARO, preparo.id, papel, envio_id, four[papel]);
      }
      navigate(href(paths.auditoriaPreparo, { preparoId: preparo.id }));
    },
    onFailure: (error) => {
      if (error instanceof Missing) return true;
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) wish.current.content = '';
      toast.error('Erro no envio', { description: errorMessage(error, NAO_ENVIADA) });
      return true;
    },
    failed: 'Erro no envio',
    // If other fields are invalid, also tells of missing files, so that everything missing is shown at once.
    invalid: () => {
      if (!allFour(files)) askForFiles();
      return null;
    },
    draft: { key: 'auditoria', title: 'Enviar auditoria' },
  });

  const choose = (papel: PapelArquivo, file: File | null): void => {
    const next = { ...files, [papel]: file };
    setFiles((before) => ({ ...before, [papel]: file }));
    if (allFour(next)) toast.settled(OBRIGATORIOS);
  };

  return (
    <Card className="p-5 sm:p-6">
      <Form
        api={api}
        aria-label="Enviar auditoria"
        footer={<FormButtons busy={api.busy} submitLabel="Enviar auditoria" busyLabel="Enviando..." />}
      >
        <input type="hidden" name="id_usuario" value={userId} readOnly />
        <input type="hidden" name="timestamp" value={openedAt} readOnly />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <ControlField
            {...api.field('projeto_id')}
            label="Projeto"
            required
            hint="Um projeto ativo de pesquisa ou de auditoria."
          >
            {({ value, onChange }) => (
              <ProjectChoice label="Projeto" value={value} onValueChange={onChange} disabled={api.busy} />
            )}
          </ControlField>
          <TextareaField
            {...api.field('observacoes')}
            label="Observações"
            hint="Opcional. Aparecem na auditoria."
            maxLength={4000}
            rows={2}
            disabled={api.busy}
          />
        </div>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {PAPEIS_ARQUIVO.map((papel) => {
            const { what, hint, icon } = PORTAL_FILE[papel];
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a cell of a grid everywhere
              <div key={papel} role="group" aria-labelledby={`arquivo-${papel}`} className="grid gap-2">
                <p id={`arquivo-${papel}`} className="font-medium text-dense leading-none">
                  {PAPEL_ARQUIVO_LABEL[papel]}
                  <span aria-hidden="true"> *</span>
                </p>
                <FileDrop
                  file={files[papel]}
                  onChange={(file) => choose(papel, file)}
                  disabled={api.busy}
                  accept={acceptOf(papel)}
                  problemOf={(file) => portalFileProblem(papel, file)}
                  what={what}
                  hint={hint}
                  icon={icon}
                  testId={`arquivo-${papel}`}
                  missing={asked ? 'Anexe este arquivo.' : null}
                />
                {papel === 'audio' ? (
                  <p className="text-muted-foreground text-xs">
                    O áudio principal também é auditado e cobrado: a Escuta procura a linha dele na planilha.
                    Se ele vier também no arquivo de gravações, é cobrado uma só vez. Depois do envio, você
                    pode marcar o áudio só como referência, sem cobrança.
                  </p>
                ) : null}
              </div>
            );
          })}
        </div>
      </Form>
    </Card>
  );
}

class Missing extends Error {}
