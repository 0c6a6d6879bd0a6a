import { addImagem, getImagem, IMAGENS } from '@escuta/shared/contracts/surveys/questionnaire/imagens';
import { LIMITES_REGRAS } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { QuestionValues } from '../../../domain/survey/question-editor/question-form-rules.ts';
import { FileButton } from '../../../kit/file-button.tsx';
import { useFileUrl } from '../../../kit/file-url.ts';
import { TextField } from '../../../kit/form/fields.tsx';
import { errorMessage, upload } from '../../../lib/network/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** An image of a card, in the respondent's view. */
export function CardPreview({
  questionarioId,
  cartao,
}: {
  questionarioId: string;
  cartao: { id: string; descricao: string };
}) {
  const { url, error } = useFileUrl(getImagem, { params: { id: questionarioId, imagemId: cartao.id } });
  if (error)
    return <p className="text-destructive-text text-sm">A imagem do cartão não pôde ser carregada.</p>;
  return url ? (
    <img
      src={url}
      alt={cartao.descricao || 'Cartão'}
      className="max-h-56 max-w-full justify-self-start rounded-lg border bg-white"
    />
  ) : (
    <Skeleton className="h-40 w-56" />
  );
}

/** The image that a question shows to the respondent, with a description for people who cannot see the image. */
export function CardField({ questionarioId }: { questionarioId: string }) {
  const { control, getValues, setValue } = useFormContext<QuestionValues>();
  const cartao = useWatch({ control, name: 'cartao' });
  const put = (next: QuestionValues['cartao']) => setValue('cartao', next, { shouldDirty: true });
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<AbortController>(undefined);
  // Closing aborts the upload.
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (file: File): Promise<void> => {
    if (file.size > IMAGENS.mb * 1024 * 1024) {
      setProblem(`A imagem passa de ${IMAGENS.mb} MB. Reduza-a e envie de novo.`);
      return;
    }
    const controller = new AbortController();
    stop.current = controller;
    setProblem(null);
    setSending(true);
    try {
      const { data } = await upload(addImagem, file, {
        params: { id: questionarioId },
        signal: controller.signal,
      });
      // Reads the description at this time, because the person may have typed during the upload.
      put({ id: data.id, descricao: getValues('cartao')?.descricao ?? '' });
    } catch (error) {
      if (!controller.signal.aborted) setProblem(errorMessage(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <section aria-label="Cartão" className="grid gap-2.5 rounded-lg border p-3">
      <div className="grid gap-1">
        <p className="font-medium text-sm">Cartão</p>
        <p className="text-muted-foreground text-xs">
          Imagem que o entrevistador mostra à pessoa, como uma escala de carinhas, marcas ou um mapa. Ela é
          enviada ao celular com o questionário.
        </p>
      </div>
      {cartao ? (
        <>
          <CardPreview questionarioId={questionarioId} cartao={cartao} />
          <TextField
            control={control}
            name="cartao.descricao"
            label="Descrição do cartão"
            required
            maxLength={LIMITES_REGRAS.descricao}
            hint="Descreva a imagem: os leitores de tela e a auditoria usam este texto."
          />
        </>
      ) : null}
      {problem ? (
        <p role="alert" className="text-destructive-text text-xs">
          {problem}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <FileButton
          name="cartao"
          accept={IMAGENS.tipos.join(',')}
          loading={sending}
          onFiles={([file]) => (file ? void send(file) : undefined)}
        >
          <ImageUp aria-hidden="true" />
          {cartao ? 'Trocar imagem' : 'Adicionar cartão'}
        </FileButton>
        {cartao ? (
          <Button variant="outline" size="sm" onClick={() => put(null)}>
            <Trash2 aria-hidden="true" />
            Remover cartão
          </Button>
        ) : null}
      </div>
    </section>
  );
}
