import { rotateApiKey } from '@escuta/shared/contracts/accounts/empresas';
import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { maskKey } from '../../domain/company/company-rules.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Label } from '../../ui/inputs/label.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';

interface ApiKeyFieldProps {
  /** The company's key; null if it has none, or if the person may not see it. */
  apiKey: string | null;
  canEdit: boolean;
}

/** The company's API key: shown on demand, copied or replaced by a button. */
export function ApiKeyField({ apiKey, canEdit }: ApiKeyFieldProps) {
  const [revealed, setRevealed] = useState(false);
  const [asking, setAsking] = useState(false);
  const rotate = useApiMutation(rotateApiKey, {
    failed: 'Erro ao trocar a chave',
    fallback: 'Não foi possível trocar a chave de API.',
    onDone: () => {
      setRevealed(true);
      toast.success('Chave de API trocada', {
        description: 'Copie a nova chave e atualize a extensão e as integrações.',
      });
    },
  });

  if (!canEdit) {
    return (
      <div className="grid content-start gap-2 sm:col-span-6">
        <Label htmlFor="chave-de-api">Chave de API</Label>
        <Input id="chave-de-api" value="Visível para gerentes e administradores" disabled readOnly />
      </div>
    );
  }
  return (
    <div className="grid content-start gap-2 sm:col-span-6">
      <Label htmlFor="chave-de-api">Chave de API</Label>
      <div className="flex flex-wrap gap-2">
        <Input
          id="chave-de-api"
          readOnly
          value={apiKey === null ? 'Nenhuma chave' : revealed ? apiKey : maskKey(apiKey)}
          aria-describedby="chave-de-api-ajuda"
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1 basis-60 bg-muted font-mono text-dense"
          onFocus={(event) => revealed && event.target.select()}
        />
        {apiKey === null ? null : (
          <>
            <Tooltip content={revealed ? 'Ocultar' : 'Mostrar'}>
              <Button
                variant="outline"
                size="icon"
                aria-label={revealed ? 'Ocultar chave de API' : 'Mostrar chave de API'}
                aria-pressed={revealed}
                onClick={() => setRevealed(!revealed)}
              >
                {revealed ? <EyeOff /> : <Eye />}
              </Button>
            </Tooltip>
            <CopyButton text={apiKey} label="Copiar chave de API" />
          </>
        )}
        <Button variant="outline" onClick={() => setAsking(true)}>
          <RefreshCw aria-hidden="true" />
          {apiKey === null ? 'Gerar chave' : 'Trocar chave'}
        </Button>
      </div>
      <p id="chave-de-api-ajuda" className="text-muted-foreground text-xs">
        Usada pela extensão do navegador e por integrações. A chave permite enviar e ler ligações da empresa:
        guarde-a como uma senha.
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={apiKey === null ? 'Gerar chave de API?' : 'Trocar a chave de API?'}
        description={
          apiKey === null
            ? 'A extensão do navegador e as integrações acessam a conta da empresa com esta chave.'
            : 'A chave atual deixa de funcionar na hora. A extensão do navegador de cada pessoa e as integrações só voltam a funcionar com a nova chave.'
        }
        confirmLabel={apiKey === null ? 'Gerar chave' : 'Trocar chave'}
        destructive={apiKey !== null}
        onConfirm={() => rotate.run()}
      />
    </div>
  );
}
