import type { Cartao } from '@escuta/shared/domain/interview/questionnaire/question-rules';
import { ImageOff, Maximize2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useField } from '../../../device/field.ts';
import { Modal } from '../../modal.tsx';

/** Address of an image stored on this device; undefined until it is read, null if it is not stored. */
function useImage(id: string): string | null | undefined {
  const { store } = useField();
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    let gone = false;
    let made: string | null = null;
    store.imagem(id).then(
      (imagem) => {
        if (gone) return;
        made = imagem ? URL.createObjectURL(new Blob([imagem.bytes], { type: imagem.tipo })) : null;
        setUrl(made);
      },
      () => setUrl(null),
    );
    return () => {
      gone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [store, id]);
  return url;
}

/** A question's card for the respondent; a tap enlarges it. */
export function CardImage({ cartao }: { cartao: Cartao }) {
  const url = useImage(cartao.id);
  const [large, setLarge] = useState(false);
  if (url === undefined) return <div className="h-40 rounded-lg bg-muted" />;
  if (url === null) {
    return (
      <p className="flex items-start gap-2 rounded-md bg-muted px-3 py-2 text-muted-foreground text-sm">
        <ImageOff className="mt-0.5 size-4 shrink-0" aria-hidden="true" />O cartão não está neste aparelho.
        Conteúdo do cartão: {cartao.descricao}
      </p>
    );
  }
  return (
    <>
      <button
        type="button"
        className="focus-ring grid justify-items-start gap-1.5 rounded-lg text-left"
        onClick={() => setLarge(true)}
      >
        <img src={url} alt={cartao.descricao} className="max-h-48 max-w-full rounded-lg border bg-white" />
        <span className="flex items-center gap-1.5 text-primary-text text-sm">
          <Maximize2 className="size-4" aria-hidden="true" />
          Mostrar o cartão
        </span>
      </button>
      {large ? (
        <Modal
          title="Cartão"
          onClose={() => setLarge(false)}
          wide
          actions={
            <Button size="lg" onClick={() => setLarge(false)}>
              Fechar o cartão
            </Button>
          }
        >
          <img
            src={url}
            alt={cartao.descricao}
            className="max-h-[calc(100dvh-14rem)] w-full rounded-lg bg-white object-contain"
          />
        </Modal>
      ) : null}
    </>
  );
}
