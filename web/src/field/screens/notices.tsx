import { sheetTitle } from '@escuta/shared/domain/interview/sheet/day-sheet';
import { Clock, Download, FileText, KeyRound, Lock, Smartphone, TriangleAlert } from 'lucide-react';
import { ACERTE_O_RELOGIO, useClockError } from '../../lib/network/clock-error.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { EMPRESA_FORA_DE_USO, openOf, timeFor } from '../device/device.ts';
import { signInAgain, useDevice, useField, useSituacao, useStored } from '../device/field.ts';
import { install, useInstallOffer } from '../device/install.ts';
import { isStandalone, needsHomeScreen } from '../device/platform.ts';
import { takeUpdate, useUpdate } from '../device/updates.ts';
import type { FieldStore } from '../log/model.ts';
import { Remark } from './interview/remark.tsx';
import { PinProposal } from './lock/pin.tsx';

/** Remaining time of an authorisation below which the page warns, ms. Any contact with the server renews it. */
const SOON_MS = 2 * 24 * 3600_000;

const readErased = (store: FieldStore): Promise<boolean> => store.hasMeta('apagado');

/** If the address has no https, tells before anything begins what does not work there, and what to do. */
export const PlainHttp = () =>
  window.isSecureContext ? null : (
    <Remark icon={<Lock aria-hidden="true" />}>
      Este endereço não usa https: o navegador não libera o microfone, e a página não abre sem internet. As
      entrevistas aqui são feitas com internet e sem gravação. Peça o endereço com https ao administrador da
      instalação.
    </Remark>
  );

/** Warnings that an interviewer should read before taking this device to the field. */
export function Notices() {
  const { owner, evicted } = useField();
  const device = useDevice();
  const situacao = useSituacao();
  const update = useUpdate();
  const offersInstall = useInstallOffer();
  const open = useStored(openOf) ?? 0;
  const erased = useStored(readErased) && device?.aparelho === undefined;
  const clockError = useClockError();
  const aparelho = device?.aparelho;
  const now = timeFor(aparelho);
  const isCompanyOff = aparelho?.empresaAtiva === false;
  const mustSignIn =
    device !== undefined &&
    !isCompanyOff &&
    (erased || situacao === 'autorizacao' || aparelho?.situacao === 'revogado');
  const expires = aparelho && aparelho.situacao === 'ativo' && aparelho.autorizadoAte - now < SOON_MS;
  return (
    <div className="grid gap-3 empty:hidden">
      <PlainHttp />
      {needsHomeScreen(navigator, isStandalone()) ? (
        <Remark icon={<Smartphone aria-hidden="true" />}>
          No iPhone e no iPad, adicione esta página à Tela de Início (Compartilhar, Adicionar à Tela de
          Início) e abra-a por lá: no Safari, os dados salvos são apagados após sete dias sem uso.
        </Remark>
      ) : null}
      {offersInstall ? (
        <Remark
          variant="info"
          icon={<Smartphone aria-hidden="true" />}
          action={
            <Button size="lg" variant="outline" className="w-full sm:w-fit" onClick={install}>
              Instalar neste celular
            </Button>
          }
        >
          Depois de instalado, o aplicativo abre com um toque, mesmo sem internet, e continua com a sua conta.
        </Remark>
      ) : null}
      {evicted ? (
        <Remark icon={<TriangleAlert aria-hidden="true" />}>
          O navegador apagou os dados salvos neste aparelho. As entrevistas não enviadas foram perdidas: avise
          o coordenador da pesquisa.
        </Remark>
      ) : null}
      {clockError === null ? null : (
        <Remark icon={<Clock aria-hidden="true" />}>
          O relógio deste aparelho está {clockError}. {ACERTE_O_RELOGIO}
        </Remark>
      )}
      {isCompanyOff ? (
        <Remark icon={<TriangleAlert aria-hidden="true" />}>{EMPRESA_FORA_DE_USO}</Remark>
      ) : null}
      {mustSignIn ? (
        <Remark
          icon={<KeyRound aria-hidden="true" />}
          action={
            <Button size="lg" className="w-full sm:w-fit" onClick={() => signInAgain(owner, 'autorizar')}>
              Entrar de novo
            </Button>
          }
        >
          {erased
            ? 'Um gerente apagou os dados deste aparelho e revogou a autorização dele.'
            : aparelho?.situacao === 'revogado'
              ? 'A autorização deste aparelho foi revogada.'
              : 'Este aparelho precisa ser autorizado.'}{' '}
          Entre com a mesma conta{aparelho ? ` (${aparelho.usuario.email})` : ''} para{' '}
          {erased ? 'usá-lo de novo.' : 'enviar as entrevistas salvas aqui.'}
        </Remark>
      ) : expires ? (
        <Remark icon={<KeyRound aria-hidden="true" />}>
          {aparelho.autorizadoAte <= now
            ? 'A autorização deste aparelho venceu'
            : `A autorização deste aparelho vale até ${formatDateTime(aparelho.autorizadoAte)}`}
          . Ela é renovada quando há internet.
        </Remark>
      ) : null}
      {aparelho?.folha ? (
        <Remark
          variant="info"
          icon={<FileText aria-hidden="true" />}
          action={
            <Button size="lg" variant="outline" className="w-full sm:w-fit" asChild>
              <a href={href(paths.minhaFolha, { dia: aparelho.folha })}>Ler a folha</a>
            </Button>
          }
        >
          Você recebeu a {sheetTitle(aparelho.folha).toLowerCase()}, com os seus números do dia.
        </Remark>
      ) : null}
      {update ? (
        <Remark
          icon={<Download aria-hidden="true" />}
          action={
            <Button size="lg" className="w-full sm:w-fit" disabled={open > 0} onClick={takeUpdate}>
              Atualizar agora
            </Button>
          }
        >
          Há uma versão nova deste aplicativo.
          {open > 0 ? ' Termine a entrevista em andamento para atualizar.' : ''}
        </Remark>
      ) : null}
      <PinProposal />
    </div>
  );
}
