/** Sheets of calls in the forms that exchanges, diallers and people write. */
import { readDuration, readNumber } from '@escuta/shared/domain/call-sheet/cells';
import { saysNoNumber } from '@escuta/shared/domain/call-sheet/phone-text';
import { phoneKey } from '@escuta/shared/domain/calls/phone-key';
import type { Caso, CasosDoTipo } from './case.ts';
import { type Celula, callsOf, type Pedido, readCalls, workbook } from './planilha-lida.ts';

const VIEWER = 'prog-it/Asterisk-CDR-Viewer-Mod';
const FILA = `${VIEWER}, issues 3 e 102`;
const MASTER = 'asterisk/asterisk, cdr/cdr_csv.c';
const QUEM = 'fusionpbx/fusionpbx, issue 1011; signalwire/freeswitch, issue 2117; voipiran/VOIZ, issue 1';
const TRES_CX = '3CX, CDR output fields (tim4biz.com/pbx/3cx); dorel14/3CX-Cdr-Server, issue 16';
const VICIDIAL = 'ccabrerar/vicidial, www/vicidial/call_report_export.php';
const ELASTIX = 'Elastix/Issabel, modules/cdrreport: colunas e duração do relatório';
const ESCRITO = 'Anatel, Plano de Numeração Brasileiro; leogregianin/loan-fintech-api, issue 1';
const OCULTO =
  'prog-it/Asterisk-CDR-Viewer-Mod, issue 71; sipgate/sipgate.io, issue 56; blak3r/yaai, issue 88; wazo-platform/wazo-platform.org, pull 703';

const CABECALHO_FREEPBX =
  'calldate,clid,src,dst,dcontext,channel,dstchannel,lastapp,lastdata,duration,billsec,disposition,amaflags,accountcode,uniqueid,userfield,did,recordingfile,cnum,cnam,outbound_cnum,outbound_cnam,dst_cnam,linkedid,peeraccount,sequence';

type Cdr = {
  hora: string;
  src: string;
  dst: string;
  ctx: string;
  de?: string;
  para?: string;
  fala: number;
  id: string;
  elo?: string;
  did?: string;
  gravacao?: string;
  situacao?: string;
};
let instance = 0;
/** Appends an instance number to a channel's name, as the telephone exchange does. */
const channel = (name: string): string => {
  instance += 1;
  return name === '' || /;[12]$/u.test(name) ? name : `${name}-${instance.toString(16).padStart(8, '0')}`;
};
/** Makes a row of FreePBX' table cdr. */
const cdrRow = ({ hora, src, dst, ctx, de = 'PJSIP/tronco', para = '', fala, id, ...rest }: Cdr): string =>
  [
    `2026-11-20 ${hora}`,
    `"""${src}"" <${src}>"`,
    ...[src, dst, ctx, channel(de), channel(para), 'Dial', ''],
    ...[`${fala + 14}`, `${fala}`, rest.situacao ?? (fala > 0 ? 'ANSWERED' : 'NO ANSWER'), '3', '', id, ''],
    ...[rest.did ?? '', rest.gravacao ?? '', src, '', '', '', '', rest.elo ?? id, '', ''],
  ].join(',');
const freepbx = (...rows: Cdr[]): string => [CABECALHO_FREEPBX, ...rows.map(cdrRow), ''].join('\n');

/** Makes a row of Asterisk's file Master.csv; `more`: the values of its optional last columns. */
const masterRow = (row: Cdr, more: string[]): string => {
  const text = (value: string): string => `"${value}"`;
  const at = text(`2026-11-20 ${row.hora}`);
  return [
    ...[
      '',
      row.src,
      row.dst,
      row.ctx,
      `${row.src}`,
      channel(row.de ?? ''),
      channel(row.para ?? ''),
      'Dial',
      '',
    ].map(text),
    ...[at, at, text('2026-11-20 12:00:00')],
    ...[`${row.fala + 5}`, `${row.fala}`],
    ...[text(row.situacao ?? (row.fala > 0 ? 'ANSWERED' : 'NO ANSWER')), text('DOCUMENTATION')],
    ...more.map(text),
  ].join(',');
};

const sheet = (nome: string, fonte: string, esperado: string, bytes: string, pedido: Pedido = {}): Caso => ({
  nome,
  fonte,
  esperado,
  obtido: () => callsOf(bytes, 'ligacoes.csv', pedido),
});
const number = (escrito: string, esperado: string): Caso => ({
  nome: `número ${JSON.stringify(escrito)}`,
  fonte: ESCRITO,
  esperado: `${esperado}, também nas contagens`,
  obtido: () => {
    const read = readNumber(escrito);
    const numero = 'valor' in read ? read.valor : read.motivo;
    return phoneKey(escrito) === numero
      ? `${numero}, também nas contagens`
      : `${numero}, contado ${phoneKey(escrito)}`;
  },
});
const noNumber = (escrito: string): Caso => ({
  nome: `quem liga é ${JSON.stringify(escrito)}`,
  fonte: OCULTO,
  esperado: 'sem número: - recebida 2001 9 s',
  obtido: async () => {
    const row = {
      hora: '10:00:00',
      src: escrito,
      dst: '600',
      ctx: 'ext-queues',
      para: 'PJSIP/2001',
      fala: 9,
    };
    const said = saysNoNumber(escrito) || !/\p{L}/u.test(escrito) ? 'sem número' : 'número';
    return `${said}: ${await callsOf(freepbx({ ...row, id: '1763980000.01', did: '1133334400' }), 'cdr.csv')}`;
  },
});

/** Makes the rows of a call to a queue that rings three members; `quem`, rung last, answers. */
const fila = (cliente: string, hora: string, n: number, quem: string): Cdr[] =>
  ['2001', '2002', '2003']
    .filter((ramal) => ramal !== quem)
    .concat(quem)
    .map((ramal) => ({
      ...{ hora, src: cliente, dst: '600', ctx: 'ext-queues', para: `PJSIP/${ramal}`, did: '1133334400' },
      ...{
        fala: ramal === quem ? 180 : 0,
        id: `17639800${n}.01`,
        ...(ramal === quem ? { gravacao: `q-${n}.wav` } : {}),
      },
    }));

const LIGACAO: Cdr = {
  ...{ hora: '10:00:00', src: '11987650001', dst: '600', ctx: 'ext-queues', fala: 0 },
  ...{ id: '1763980000.01', did: '1133334400' },
};

/** A row of the internal channel (Local/…;2) through which a queue rings a member. */
const LOCAL: Cdr = {
  ...{ hora: '10:00:05', src: '11987650001', dst: '2001', ctx: 'from-queue' },
  ...{ de: 'Local/2001@from-queue-00000001;2', para: 'PJSIP/2001', fala: 115, id: '' },
};
/** An outgoing call of the extension 2001. */
const SAIDA: Cdr = {
  ...{ hora: '10:00:00', src: '2001', dst: '', ctx: 'from-internal' },
  ...{ de: 'PJSIP/2001', para: 'PJSIP/tronco', fala: 0, id: '1763980000.07' },
};

const PERNAS: Caso[] = [
  sheet(
    'fila do FreePBX: três ramais tocam, um atende',
    FILA,
    '11987650001 recebida 2003 180 s q-10.wav | 21987650002 recebida 2001 180 s q-11.wav | 31987650003 recebida 2002 180 s q-12.wav; 6 pernas',
    freepbx(
      ...fila('11987650001', '10:05:00', 10, '2003'),
      ...fila('21987650002', '10:15:00', 11, '2001'),
      ...fila('31987650003', '10:25:00', 12, '2002'),
    ),
  ),
  sheet(
    'fila do FreePBX, da mais nova à mais antiga',
    FILA,
    '11987650001 recebida 2003 180 s q-10.wav; 2 pernas',
    [CABECALHO_FREEPBX, ...fila('11987650001', '10:05:00', 10, '2003').map(cdrRow).reverse()].join('\n'),
  ),
  sheet(
    'duas ligações de uma fila misturadas linha a linha',
    FILA,
    '11987650001 recebida 2003 180 s q-10.wav | 21987650002 recebida 2001 180 s q-11.wav; 4 pernas',
    freepbx(
      ...fila('11987650001', '10:05:00', 10, '2003').flatMap((row, at) => [
        row,
        fila('21987650002', '10:05:01', 11, '2001')[at] as Cdr,
      ]),
    ),
  ),
  sheet(
    'ninguém atende a fila: uma ligação perdida, não três',
    FILA,
    '11987650001 recebida - 0 s; 2 pernas',
    freepbx(...fila('11987650001', '10:05:00', 10, '2003').map((row) => ({ ...row, fala: 0, gravacao: '' }))),
  ),
  sheet(
    'menu atende 200 s, um ramal fala 30 s: vale quem falou',
    `${VIEWER}, issue 3 (menu e fila no mesmo uniqueid)`,
    '11987650001 recebida 2002 30 s r.wav; 1 pernas',
    freepbx(
      { ...LIGACAO, dst: 's', ctx: 'ivr-3', fala: 200 },
      { ...LIGACAO, hora: '10:03:20', para: 'PJSIP/2002', fala: 30, gravacao: 'r.wav' },
    ),
  ),
  sheet(
    'transferência cega: o mesmo uniqueid em duas linhas, duas gravações',
    `${VIEWER}, issue 98`,
    '11987650001 recebida 2002 240 s segunda.wav; 1 pernas',
    freepbx(
      { ...LIGACAO, para: 'PJSIP/2001', fala: 60, gravacao: 'primeira.wav' },
      { ...LIGACAO, hora: '10:01:10', para: 'PJSIP/2002', fala: 240, gravacao: 'segunda.wav' },
    ),
  ),
  {
    nome: 'transferência: a outra gravação e o outro ramal ficam nas pernas',
    fonte: `${VIEWER}, issue 98`,
    esperado: '2001 60 s primeira.wav, 2002 240 s segunda.wav principal',
    obtido: async () => {
      const { ligacoes } = await readCalls(
        freepbx(
          { ...LIGACAO, para: 'PJSIP/2001', fala: 60, gravacao: 'primeira.wav' },
          { ...LIGACAO, hora: '10:01:10', para: 'PJSIP/2002', fala: 240, gravacao: 'segunda.wav' },
        ),
        'cdr.csv',
      );
      const pernas = ligacoes[0]?.metadata.pernas as Record<string, string | number | true>[];
      return pernas
        .map(
          ({ ramal, duracao, arquivo, principal }) =>
            `${ramal} ${duracao} s ${arquivo}${principal ? ' principal' : ''}`,
        )
        .join(', ');
    },
  },
  sheet(
    'transferência assistida: três linhas de um linkedid, a consulta entre ramais não é a ligação',
    'NethServer/dev, issue 7887 (linkedid é a ligação)',
    '11987650001 recebida 2001 90 s; 2 pernas',
    freepbx(
      { ...LIGACAO, para: 'PJSIP/2001', fala: 90, id: '1763980000.1', elo: '1763980000.1' },
      {
        ...{
          hora: '10:01:00',
          src: '2001',
          dst: '2002',
          ctx: 'from-internal',
          de: 'PJSIP/2001',
          para: 'PJSIP/2002',
        },
        ...{ fala: 300, id: '1763980060.3', elo: '1763980000.1' },
      },
      { ...LIGACAO, hora: '10:02:00', para: 'PJSIP/2002', fala: 40, id: '1763980060.4', elo: '1763980000.1' },
    ),
  ),
  sheet(
    'membro da fila por canal Local: o ;2 é a mesma ligação',
    'bg111/asterisk-chan-dongle, issue 193 (os dois lados de um canal Local)',
    '11987650001 recebida 2001 120 s; 1 pernas',
    [
      masterRow({ ...LIGACAO, para: 'Local/2001@from-queue-00000001;1', fala: 120 }, ['1763980000.01', '']),
      masterRow(LOCAL, ['1763980001.03', '']),
    ].join('\n'),
  ),
  sheet(
    'o ;2 atendido sem a sua outra metade é uma ligação, não se perde',
    'bg111/asterisk-chan-dongle, issue 193',
    '11987650001 recebida 2001 115 s',
    masterRow(LOCAL, ['1763980001.03', '']),
  ),
  sheet(
    'o ;2 que ninguém atendeu, sozinho, não é ligação',
    'bg111/asterisk-chan-dongle, issue 193',
    'nenhuma ligação; 1 pernas',
    masterRow({ ...LOCAL, fala: 0 }, ['1763980001.03', '']),
  ),
  sheet(
    'um colega puxa a ligação com *8: é a mesma ligação, de quem a atendeu',
    `${MASTER}; Asterisk, Call Pickup: o canal que puxa recebe o linkedid da ligação`,
    '11987650001 recebida 2002 60 s; 1 pernas',
    freepbx(
      { ...LIGACAO, dst: '2001', ctx: 'from-did-direct', para: 'PJSIP/2001' },
      { ...SAIDA, src: '2002', dst: '*8', de: 'PJSIP/2002', para: '', fala: 60, elo: LIGACAO.id },
    ),
  ),
  ...['*97', '*43', '**2001', '#21', '*7211987650001'].map((codigo) =>
    sheet(
      `o código ${codigo} é da central: ligação interna, sem número do cliente`,
      'FreePBX, Feature Codes',
      '- interna 2001 9 s',
      freepbx({ ...SAIDA, dst: codigo, para: '', fala: 9 }),
    ),
  ),
  sheet(
    'a mesma linha duas vezes é repetida, não é perna',
    FILA,
    '11987650001 recebida 2001 30 s a.wav; 1 repetidas',
    freepbx(...[1, 2].map(() => ({ ...LIGACAO, para: 'PJSIP/2001', fala: 30, gravacao: 'a.wav' }))),
  ),
  sheet(
    'um protocolo que volta no dia seguinte são duas ligações',
    'antirek/ryocdr, issue 4 (juntar só o que é a mesma ligação)',
    '11987650001 - 2001 60 s | 11987650001 - 2002 90 s',
    [
      'Início;Telefone;Ramal;Duração;Protocolo',
      '20/11/2026 10:00:00;11987650001;2001;60;202611200001',
      '21/11/2026 11:00:00;11987650001;2002;90;202611200001',
    ].join('\n'),
  ),
  sheet(
    'um protocolo em duas linhas seguidas é uma ligação com duas pernas',
    'antirek/ryocdr, issue 4',
    '11987650001 - 2002 90 s; 1 pernas',
    [
      'Início;Telefone;Ramal;Duração;Protocolo',
      '20/11/2026 10:00:00;11987650001;2001;60;202611200001',
      '20/11/2026 10:01:05;11987650001;2002;90;202611200001',
    ].join('\n'),
  ),
];

const DIRECAO: Caso[] = [
  sheet(
    'FreePBX: fila, menu, ramal direto e uma efetuada',
    QUEM,
    '11987651111 recebida 2001 80 s | 21987652222 recebida 2002 50 s | 31987653333 recebida 2003 40 s | 41987654444 efetuada 2001 70 s',
    freepbx(
      { ...LIGACAO, src: '11987651111', para: 'PJSIP/2001', fala: 80, id: '1763970010.1' },
      {
        ...LIGACAO,
        src: '21987652222',
        dst: 's',
        ctx: 'ivr-3',
        para: 'PJSIP/2002',
        fala: 50,
        id: '1763970310.2',
      },
      {
        ...LIGACAO,
        src: '31987653333',
        dst: '2003',
        ctx: 'from-did-direct',
        para: 'PJSIP/2003',
        fala: 40,
        id: '1763970610.3',
      },
      { ...SAIDA, src: '2001', dst: '41987654444', fala: 70, id: '1763970910.4' },
    ),
  ),
  sheet(
    'quem liga mostra o número da empresa: o ramal está no canal',
    'fusionpbx/fusionpbx, issue 2240',
    '41987654444 efetuada 2001 70 s',
    freepbx({ ...SAIDA, src: '1133334400', dst: '41987654444', fala: 70 }),
  ),
  sheet(
    'entre ramais: sem número do cliente',
    QUEM,
    '- interna 2001 33 s',
    freepbx({ ...SAIDA, src: '2001', dst: '2002', para: 'PJSIP/2002', fala: 33 }),
  ),
  sheet(
    'ramal analógico que liga para fora é efetuada',
    QUEM,
    '1133330000 efetuada 2005 12 s',
    freepbx({ ...SAIDA, src: '2005', dst: '1133330000', de: 'DAHDI/3', fala: 12 }),
  ),
  sheet(
    'número curto de serviço que liga de fora é cliente, não ramal',
    QUEM,
    '10315 recebida 2001 15 s',
    freepbx({ ...LIGACAO, src: '10315', dst: '1133334400', ctx: 'from-pstn', para: 'PJSIP/2001', fala: 15 }),
  ),
  sheet(
    'dois telefones e nada mais: a direção é perguntada, nenhuma linha é adivinhada',
    QUEM,
    'nenhuma ligação; recusada: a ligação pode ser recebida ou efetuada: selecione a direção ao conferir as colunas; pergunta: 1 linha pode ser de ligação recebida ou efetuada (linha 2: de 1133334400 para 11987650001): selecione a direção na tela de importação.',
    'Início;De;Para;Duração\n20/11/2026 10:00:00;1133334400;11987650001;60\n',
  ),
  sheet(
    'dois telefones, e a pessoa diz que são recebidas',
    QUEM,
    '1133334400 recebida - 60 s',
    'Início;De;Para;Duração\n20/11/2026 10:00:00;1133334400;11987650001;60\n',
    { direcao: 'duvida_recebida' },
  ),
  sheet(
    'o número da empresa, visto em uma linha certa, decide as outras',
    QUEM,
    '11987650001 recebida 2001 30 s | 21987650002 efetuada - 40 s',
    freepbx(
      { ...LIGACAO, para: 'PJSIP/2001', fala: 30 },
      {
        ...SAIDA,
        src: '1133334400',
        dst: '21987650002',
        ctx: 'discador',
        de: '',
        fala: 40,
        id: '1763980009.9',
      },
    ),
  ),
  sheet(
    'coluna de direção em inglês, com o número da empresa em quem liga',
    'fusionpbx/fusionpbx, issue 2240 (XML CDR: direction, caller_id_number, destination_number)',
    '21987650002 efetuada - 40 s | 11987650001 recebida 2001 30 s | - interna 2001 9 s',
    [
      'direction,caller_id_number,destination_number,start_stamp,billsec',
      'outbound,1133334400,21987650002,2026-11-20 10:00:00,40',
      'inbound,11987650001,2001,2026-11-20 10:05:00,30',
      'local,2001,2002,2026-11-20 10:06:00,9',
    ].join('\n'),
  ),
  sheet(
    'coluna de direção em português, sem dizer quem ligou',
    QUEM,
    '11987650001 recebida 2001 30 s | 21987650002 efetuada 2001 40 s',
    [
      'Data/Hora;Telefone;Ramal;Tipo de chamada;Duração',
      '20/11/2026 10:00:00;11987650001;2001;Receptiva;30',
      '20/11/2026 10:05:00;21987650002;2001;Ativa;40',
    ].join('\n'),
  ),
  sheet(
    'número e direção: entre ramais, o ramal chamado não é o número do cliente',
    `${QUEM}; issue 31: o número do cliente nunca é um ramal`,
    '21987650002 efetuada 2001 95 s | - interna 2001 5 s',
    [
      'Data/Hora;Ramal;Número;Sentido;Duração',
      '20/11/2026 10:00:00;2001;021987650002;Saída;95',
      '20/11/2026 10:06:00;2001;2002;Interna;5',
    ].join('\n'),
  ),
  sheet(
    'a direção está numa coluna "Tipo": os seus valores a dizem',
    'Issabel, módulo Call Center, Calls Detail (Entrante, Saliente)',
    '11987650001 recebida - 95 s | 21987650002 efetuada - 60 s',
    [
      'Agente;Data/Hora Início;Duração;Tipo;Telefone',
      'Ana Prado;20/11/2026 10:00:00;00:01:35;Entrante;011987650001',
      'Rui Dias;20/11/2026 10:05:00;00:01:00;Saliente;21987650002',
    ].join('\n'),
  ),
  sheet(
    'uma coluna "Tipo" que diz outra coisa não é a direção',
    QUEM,
    '11987650001 - - 95 s | 21987650002 - - 60 s; pergunta: A coluna "Tipo" não é conhecida: confira na tela de importação.',
    [
      'Data/Hora Início;Duração;Tipo;Telefone',
      '20/11/2026 10:00:00;00:01:35;Local;011987650001',
      '20/11/2026 10:05:00;00:01:00;Celular;21987650002',
    ].join('\n'),
  ),
  sheet(
    'origem e destino nas duas direções: o cliente é ora um, ora outro',
    QUEM,
    '11987650001 recebida 2001 30 s | 21987650002 efetuada 2001 40 s',
    [
      'Data/Hora;Origem;Destino;Duração',
      '20/11/2026 10:00:00;11987650001;2001;30',
      '20/11/2026 10:05:00;2001;21987650002;40',
    ].join('\n'),
  ),
  ...['Data/Hora;Ramal;Origem;Destino;Duração', 'Data/Hora;Origem;Destino;Ramal;Duração'].map((cabecalho) =>
    sheet(
      `origem, destino e a coluna do ramal: ${cabecalho}`,
      QUEM,
      '11987650001 recebida 2001 30 s | 21987650002 efetuada 2001 40 s',
      [
        cabecalho,
        ...(cabecalho.startsWith('Data/Hora;Ramal')
          ? ['20/11/2026 10:00:00;2001;11987650001;600;30', '20/11/2026 10:05:00;2001;2001;21987650002;40']
          : ['20/11/2026 10:00:00;11987650001;600;2001;30', '20/11/2026 10:05:00;2001;21987650002;2001;40']),
      ].join('\n'),
    ),
  ),
  sheet(
    'saída do FreePBX cujo dst é "s": efetuada, sem número',
    QUEM,
    '- efetuada 2001 70 s',
    freepbx({ ...SAIDA, dst: 's', ctx: 'macro-dialout-trunk', fala: 70 }),
  ),
  sheet(
    'origem que é sempre ramal fica como era: o destino é o número',
    QUEM,
    '11987650001 - 2001 30 s | 21987650002 - 2001 40 s',
    [
      'Data/Hora;Origem;Destino;Duração',
      '20/11/2026 10:00:00;2001;11987650001;30',
      '20/11/2026 10:05:00;2001;21987650002;40',
    ].join('\n'),
  ),
  ...[
    '',
    'anonymous',
    'Anonymous',
    'unknown',
    '<unknown>',
    'restricted',
    'private',
    'anonymous@anonymous.invalid',
    'Número oculto',
    'Private Number',
    'Número não identificado',
    'Chamada privada',
    'ID não disponível',
    'Caller ID unavailable',
    'N/I',
    'sem bina',
    '-',
  ].map(noNumber),
];

const VICI = {
  cabecalho:
    'call_date\tphone_number_dialed\tstatus\tuser\tfull_name\tcampaign_id\tvendor_lead_code\tsource_id\tlist_id\tgmt_offset_now\tphone_code\tphone_number\ttitle\tfirst_name\tmiddle_initial\tlast_name\taddress1\taddress2\taddress3\tcity\tstate\tprovince\tpostal_code\tcountry_code\tgender\tdate_of_birth\talt_phone\temail\tsecurity_phrase\tcomments\tlength_in_sec\tuser_group\talt_dial\trank\towner\tlead_id\tlist_name\tlist_description\tstatus_name\trecording_id\trecording_filename\trecording_location\tuniqueid',
  linha: (hora: string, discado: string, cliente: string, fala: number, id: string) =>
    [
      ...[
        `2026-11-20 ${hora}`,
        discado,
        'SALE',
        '1001',
        'Ana Prado',
        'RENOVA',
        '',
        '',
        '1001',
        '-3.00',
        '55',
        cliente,
      ],
      ...['', 'Cliente', '', 'Teste', '', '', '', '', '', '', '', 'BRA', '', '0000-00-00', '', '', '', ''],
      ...[
        `${fala}`,
        'VENDAS',
        'MAIN',
        '0',
        '',
        '7000',
        'Base',
        '',
        'Venda',
        '90',
        `20261120_${discado}`,
        '',
        id,
      ],
    ].join('\t'),
};

const TRES_CX_CDR = {
  cabecalho:
    'historyid,callid,duration,time-start,time-answered,time-end,reason-terminated,from-no,to-no,from-dn,to-dn,dial-no,reason-changed,final-number,final-dn,from-type,to-type,final-type',
  linha: (n: string, id: string, dura: string, de: string, para: string, tipo: string) =>
    [
      ...[
        n,
        id,
        dura,
        '2026/11/20 06:27:28',
        '2026/11/20 06:27:36',
        '2026/11/20 06:35:46',
        'TerminatedByDst',
        de,
        para,
      ],
      ...['10020', '80002', '80002', '', '', '', 'Line', tipo, 'Extension'],
    ].join(','),
};

const FORMATOS: Caso[] = [
  sheet(
    'VICIdial: o número discado, os segundos e a gravação',
    VICIDIAL,
    '11987650010 - - 185 s 20261120_11987650010 | 1133440011 - - 42 s 20261120_1133440011',
    [
      VICI.cabecalho,
      VICI.linha('15:00:00', '11987650010', '11987650010', 185, '1763992000.0'),
      VICI.linha('15:01:00', '1133440011', '11987650011', 42, '1763992010.1'),
    ].join('\n'),
  ),
  {
    nome: 'VICIdial: o agente é o nome, não o código',
    fonte: VICIDIAL,
    esperado: 'Ana Prado, 1763992000.0',
    obtido: async () => {
      const text = [
        VICI.cabecalho,
        VICI.linha('15:00:00', '11987650010', '11987650010', 185, '1763992000.0'),
      ];
      const [one] = (await readCalls(text.join('\n'), 'EXPORT.txt')).ligacoes;
      return `${one?.agente}, ${one?.uniqueId}`;
    },
  },
  sheet(
    'VICIdial, exportação das recebidas: os segundos são a duração',
    VICIDIAL,
    '11987650010 - - 45 s | 21987650011 - - 0 s; pergunta: A coluna "status" não é conhecida: confira na tela de importação.',
    [
      'call_date,phone_number,status,user,full_name,campaign_id,length_in_sec,queue_seconds,uniqueid',
      '2026-11-20 10:00:00,11987650010,SALE,1001,Ana Prado,INFILA,45,3,1763992000.0',
      '2026-11-20 10:05:00,21987650011,DROP,VDCL,,INFILA,0,30,1763992300.0',
    ].join('\n'),
  ),
  sheet(
    'FreeSWITCH: o tempo que se falou (billsec), não o que contém o toque (duration)',
    'signalwire/freeswitch, mod_cdr_csv, cdr_csv.conf.xml (template)',
    '21987650002 efetuada 2001 55 s | 11987650001 recebida 2001 0 s',
    [
      'caller_id_number,destination_number,start_stamp,end_stamp,duration,billsec,uuid',
      '2001,21987650002,2026-11-20 10:00:00,2026-11-20 10:01:00,60,55,a1b2c3d4-0000-4000-8000-000000000001',
      '11987650001,2001,2026-11-20 10:05:00,2026-11-20 10:05:30,30,0,a1b2c3d4-0000-4000-8000-000000000002',
    ].join('\n'),
  ),
  sheet(
    'a ligação que ninguém atendeu tem "-" por duração: não é recusada',
    ELASTIX,
    '11987650001 - 2001 60 s | 11987650002 - 2001 -',
    'Data/Hora;Telefone;Ramal;Duração\n20/11/2026 10:00:00;11987650001;2001;00:01:00\n20/11/2026 10:05:00;11987650002;2001;-\n',
  ),
  sheet(
    'Master.csv de 18 colunas, sem cabeçalho',
    MASTER,
    '11987650001 recebida 2001 60 s',
    masterRow({ ...LIGACAO, para: 'PJSIP/2001', fala: 60 }, ['1763980000.01', '']),
  ),
  sheet(
    'Master.csv de 16 colunas: o canal de quem liga junta as pernas',
    MASTER,
    '11987650001 recebida 2002 60 s; 1 pernas',
    [
      masterRow({ ...LIGACAO, de: 'PJSIP/tronco-0000002a;', para: 'PJSIP/2001', fala: 0 }, []),
      masterRow({ ...LIGACAO, de: 'PJSIP/tronco-0000002a;', para: 'PJSIP/2002', fala: 60 }, []),
    ]
      .join('\n')
      .replaceAll(/0000002a;-[0-9a-f]{8}/gu, '0000002a'),
  ),
  sheet(
    'Master.csv de 21 colunas: o linkedid junta',
    MASTER,
    '11987650001 recebida 2002 60 s; 1 pernas',
    [
      masterRow({ ...LIGACAO, para: 'PJSIP/2001', fala: 0 }, ['1763980000.01', '', '', '1763980000.01', '1']),
      masterRow({ ...LIGACAO, para: 'PJSIP/2002', fala: 60 }, [
        '1763980000.05',
        '',
        '',
        '1763980000.01',
        '2',
      ]),
    ].join('\n'),
  ),
  sheet(
    'Elastix e Issabel: "185s (3m 5s)" e o canal de quem liga',
    ELASTIX,
    '11987650001 recebida 2002 185 s; 1 pernas',
    [
      'Date,Source,Ring Group,Destination,Src. Channel,Account Code,Dst. Channel,Status,Duration',
      '2026-11-20 10:00:00,11987650001,Vendas,600,PJSIP/tronco-0000002a,,PJSIP/2001-0000002b,NO ANSWER,0s',
      '2026-11-20 10:00:00,11987650001,Vendas,600,PJSIP/tronco-0000002a,,PJSIP/2002-0000002c,ANSWERED,185s (3m 5s)',
    ].join('\n'),
  ),
  {
    nome: 'Elastix e Issabel: durações',
    fonte: ELASTIX,
    esperado: '45, 185, 3725',
    obtido: () =>
      ['45s', '185s (3m 5s)', '3725s (1h 2m 5s)']
        .map((cell) => readDuration(cell, 'segundos'))
        .map((read) => ('valor' in read ? read.valor : read.motivo))
        .join(', '),
  },
  sheet(
    '3CX: relatório de chamadas com nome e ramal entre parênteses',
    TRES_CX,
    '11987650001 recebida 101 190 s | 21987650002 efetuada 101 60 s | - interna 101 7 s',
    [
      'Call Time,Caller ID,Destination,Status,Ringing,Talking,Cost,Reason',
      '2026-11-20 08:00:00,11987650001,Ana Prado (101),Answered,00:00:05,00:03:10,0,',
      '2026-11-20 08:05:00,Ana Prado (101),21987650002,Answered,00:00:05,00:01:00,0,',
      '2026-11-20 08:07:00,Ana Prado (101),Rui Dias (102),Answered,00:00:02,00:00:07,0,',
    ].join('\n'),
  ),
  sheet(
    '3CX: registros (CDR) de uma ligação à fila: a fila não é o ramal',
    TRES_CX,
    '11987650001 recebida 10013 300 s; 1 pernas',
    [
      TRES_CX_CDR.cabecalho,
      TRES_CX_CDR.linha('Call 265500', '89d3af2d_3456', '00:00:12', '11987650001', 'Ext.80002', 'Queue'),
      TRES_CX_CDR.linha('Call 265500', '89d3af2d_3457', '00:05:00', '11987650001', 'Ext.10013', 'Extension'),
    ].join('\n'),
  ),
  sheet(
    'um formato conhecido que os valores desmentem é perguntado',
    'regra: o cabeçalho é uma hipótese (prog-it/Asterisk-CDR-Viewer-Mod, issue 3)',
    'nenhuma ligação; recusada: a data "11987650001" não foi entendida; pergunta: A coluna "calldate" não foi reconhecida com certeza: confira na tela de importação.',
    [
      'calldate,src,dst,dcontext,channel,billsec,uniqueid',
      '11987650001,2001,21987650002,from-internal,PJSIP/2001-00000001,30,1763980000.01',
    ].join('\n'),
  ),
];

const numeros: readonly (readonly [string, string])[] = [
  ['(0xx11) 98765-4321', '11987654321'],
  ['0xx21 98765-4321', '21987654321'],
  ['(0**11) 98765-4321', '11987654321'],
  ['11 98765–4321', '11987654321'],
  ['55 0 11 98765-4321', '11987654321'],
  ['+55 (0) 15 11 98765-4321', '11987654321'],
  ['11 3333-4444 r. 12', '1133334444'],
  ['11 98765-4321 (recado)', '11987654321'],
  ['11 98765-4321 - falar com Zé', '11987654321'],
  ['Tel.: (11) 98765-4321', '11987654321'],
  ['Res: (11) 98765-4321', '11987654321'],
  ['0-xx-11-98765-4321', '11987654321'],
  ['nº 11 98765-4321', '11987654321'],
  ['(11) 3333-4444/45', '1133334444'],
  ['11 98765-4321 / 11 3333-4444', '11987654321'],
  ['(11) 98765-4321 (11) 3333-4444', '11987654321'],
  ['1133334444 ou 1133335555', '1133334444'],
  ['55 0800 777 1234', '08007771234'],
  ['55999887766', '55999887766'],
];

const GRADE: readonly (readonly Celula[])[] = [
  ['Data', 'Hora', 'Telefone', 'Duração'],
  ['20/11/2026', '10:00:00', '11987650001', '60'],
  ['20/11/2026', '10:05:00', '21987650002', '90'],
];
const CAPA = {
  nome: 'Capa',
  linhas: [['Relatório de ligações'], ['Empresa', 'Exemplo'], ['Período', 'novembro']],
};
const LIDAS = '11987650001 - - 60 s | 21987650002 - - 90 s';
const ABAS = 'tidyverse/readxl, issue 513; nuovo/spreadsheet-reader, issue 186';
const FORMULAS = 'felipe-prenholato/openpyxl, issue 69; onyx-dot-app/onyx, pull 13354';
const comFormulas = (valor: string): (readonly Celula[])[] => [
  ['Data', 'Hora', 'DDD', 'Fone', 'Telefone', 'Duração'],
  ...[2, 3].map((n): Celula[] => [
    ...['20/11/2026', `10:0${n}:00`, '11', '987650001'],
    ...[
      { formula: `C${n}&D${n}`, valor },
      { formula: `60*${n}`, valor },
    ],
  ]),
];
const SEM_VALOR =
  'A coluna “Telefone” tem fórmulas sem o valor calculado (2 células, da E2 em diante): o programa que fez a planilha não gravou o valor. Abra a planilha no Excel ou no LibreOffice, salve e envie de novo.';

const book = (nome: string, fonte: string, esperado: string, made: () => Promise<string>): Caso => ({
  ...{ nome, fonte, esperado },
  obtido: made,
});
const PASTAS: Caso[] = [
  book('a primeira aba é a capa: a das ligações é proposta', ABAS, `Ligações: ${LIDAS}`, async () => {
    const bytes = await workbook([CAPA, { nome: 'Ligações', linhas: GRADE }]);
    const { aba } = await readCalls(bytes, 'l.xlsx');
    return `${aba}: ${await callsOf(bytes, 'l.xlsx')}`;
  }),
  book(
    'as ligações estão em uma aba oculta: são propostas, e perguntado',
    ABAS,
    `${LIDAS}; pergunta: As ligações estão em uma aba oculta ("Base"): confira a aba na tela de importação.`,
    async () => callsOf(await workbook([CAPA, { nome: 'Base', oculta: true, linhas: GRADE }]), 'l.xlsx'),
  ),
  book(
    'ligações em duas abas: a pessoa escolhe',
    ABAS,
    `${LIDAS}; pergunta: Há ligações em mais de uma aba ("Nov", "Dez"): selecione a aba na tela de importação.`,
    async () =>
      callsOf(
        await workbook([
          { nome: 'Nov', linhas: GRADE },
          { nome: 'Dez', linhas: GRADE },
        ]),
        'l.xlsx',
      ),
  ),
  book('a aba que a pessoa escolheu é a lida', ABAS, '31987650003 - - 5 s', async () => {
    const dez = [GRADE[0] as Celula[], ['21/12/2026', '10:00:00', '31987650003', '5']];
    const bytes = await workbook([
      { nome: 'Nov', linhas: GRADE },
      { nome: 'Dez', linhas: dez },
    ]);
    return callsOf(bytes, 'l.xlsx', { aba: 'Dez' });
  }),
  book(
    'fórmulas sem valor: dito com a célula, outra coluna não vira o número',
    FORMULAS,
    `numero=Telefone; ${SEM_VALOR}`,
    async () => {
      const { colunas, pergunta } = await readCalls(
        await workbook([{ nome: 'A', linhas: comFormulas('') }]),
        'l.xlsx',
      );
      return `numero=${colunas.find(({ sugestao }) => sugestao === 'numero')?.titulo}; ${pergunta}`;
    },
  ),
  book(
    'fórmulas com 0 no lugar do valor, de um programa que manda recalcular',
    'libxlsxwriter.github.io/faq.html; tidyverse/readxl, issue 495',
    SEM_VALOR,
    async () =>
      (await readCalls(await workbook([{ nome: 'A', linhas: comFormulas('0') }], true), 'l.xlsx')).pergunta ??
      'nada',
  ),
  book('fórmulas com o seu valor são lidas como valores', FORMULAS, '11987650001 - - 120 s', async () => {
    const linhas: (readonly Celula[])[] = [
      ['Data', 'Hora', 'Telefone', 'Duração'],
      ['20/11/2026', '10:00:00', { formula: 'A1', valor: '11987650001' }, { formula: '60*2', valor: '120' }],
    ];
    return callsOf(await workbook([{ nome: 'A', linhas }], true), 'l.xlsx');
  }),
  book(
    'o segundo número da célula fica guardado com a ligação',
    ESCRITO,
    '11987650001; 11 98765-0001 / 11 3333-4444',
    async () => {
      const [one] = (
        await readCalls(
          'Início;Telefone\n20/11/2026 10:00:00;11 98765-0001 / 11 3333-4444\n21/11/2026 10:00:00;11987650002\n',
          'l.csv',
        )
      ).ligacoes;
      return `${one?.numero}; ${one?.metadata['Número na planilha']}`;
    },
  ),
];

export const LIGACOES: CasosDoTipo = {
  tipo: 'planilha de ligações',
  casos: [
    ...PERNAS,
    ...DIRECAO,
    ...FORMATOS,
    ...numeros.map(([escrito, numero]) => number(escrito, numero)),
    ...PASTAS,
  ],
};
