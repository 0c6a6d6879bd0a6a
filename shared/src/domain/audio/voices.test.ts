import { describe, expect, it } from 'vitest';
import { joinPieces, nameVoices, type TrechoDeVoz } from './voices.ts';

const heard = (...said: [voz: string | null, texto: string][]): TrechoDeVoz[] =>
  said.map(([voz, texto], index) => ({
    voz,
    texto,
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    confianca: null,
  }));
const speakers = (perfil: 'ligacao' | 'entrevista', ...said: [string | null, string][]) =>
  nameVoices(perfil, heard(...said)).map(({ falante }) => falante);

describe('voices of a call', () => {
  it('are agent and client where one of them says what only agents say', () => {
    expect(
      speakers(
        'ligacao',
        ['A', 'Alô, bom dia.'],
        ['B', 'Lumavia, em que posso ajudar?'],
        ['A', 'A internet não funciona.'],
      ),
    ).toEqual(['cliente', 'agente', 'cliente']);
  });

  it('are voices, in the order in which they are heard, where nothing tells', () => {
    expect(speakers('ligacao', ['B', 'Alô?'], ['A', 'Quem fala?'], ['B', 'Sou eu.'])).toEqual([
      'voz_1',
      'voz_2',
      'voz_1',
    ]);
  });

  it('are nobody where both say so, or one alone is heard', () => {
    expect(speakers('ligacao', ['A', 'Em que posso ajudar?'], ['B', 'Como posso ajudar?'])).toEqual([
      'voz_1',
      'voz_2',
    ]);
    expect(speakers('ligacao', ['A', 'Em que posso ajudar?'])).toEqual(['voz_1']);
  });

  it.each([
    // In outgoing calls, the client gives thanks and notes the protocol.
    ['Não tenho interesse, obrigado pela ligação.', 'Tudo bem, senhor, um bom dia.'],
    ['Obrigada por ligar, mas agora não posso.', 'Eu retorno amanhã, então.'],
    ['Agradeço a ligação, tchau.', 'Tchau, senhora.'],
    ['Espera, vou anotar o protocolo.', 'Sem pressa.'],
    ['Você quer que eu anote o protocolo?', 'Se puder, sim.'],
    ['Eu não posso ajudar com mais nada este mês.', 'A campanha agradece.'],
    ['Não sei como posso ajudar.', 'É só confirmar o endereço.'],
  ])('do not take for the agent who says «%s»', (dela, dele) => {
    expect(speakers('ligacao', ['A', dela], ['B', dele])).toEqual(['voz_1', 'voz_2']);
  });

  it.each([
    'Alô, em que eu posso te ajudar?',
    'Posso ajudar em algo mais?',
    'Por favor, anote o número do seu protocolo.',
    'A Lumavia agradece. Agradecemos a sua preferência.',
  ])('take for the agent who says «%s»', (texto) => {
    expect(speakers('ligacao', ['A', 'Alô.'], ['B', texto])).toEqual(['cliente', 'agente']);
  });

  it('do not take who asks much for the agent', () => {
    const asking = Array.from({ length: 6 }, (): [string, string] => ['A', 'E a minha fatura?']);
    expect(speakers('ligacao', ...asking, ['B', 'Um momento, senhor, vou verificar.'])[0]).toBe('voz_1');
  });
});

describe('voices of an interview', () => {
  const asks: [string, string][] = [
    ['A', 'Qual é a sua idade?'],
    ['B', 'Quarenta e dois anos.'],
    ['A', 'O senhor trabalha?'],
    ['B', 'Trabalho, sim, numa padaria.'],
    ['A', 'Quantas pessoas moram na casa?'],
    ['B', 'Quatro, contando comigo.'],
    ['A', 'E o senhor confia na prefeitura?'],
    ['B', 'Mais ou menos.'],
  ];

  it('are interviewer and respondent where one asks nearly everything', () => {
    expect(speakers('entrevista', ...asks).slice(0, 2)).toEqual(['entrevistador', 'entrevistado']);
  });

  it.each([
    ['Posso participar da pesquisa, sim.', 'Que bom, obrigado.'],
    ['Não quero responder essa pesquisa.', 'São só dois minutos.'],
    ['Espera, vou ler as opções.', 'Fique à vontade.'],
    ['Você está fazendo uma pesquisa?', 'Estou, sim, senhora.'],
  ])('do not take for the interviewer who says «%s»', (dela, dele) => {
    expect(speakers('entrevista', ['A', dela], ['B', dele])).toEqual(['voz_1', 'voz_2']);
  });

  it.each(['Bom dia, estamos realizando uma pesquisa no bairro.', 'Vou fazer algumas perguntas.'])(
    'take for the interviewer who says «%s»',
    (texto) => {
      expect(speakers('entrevista', ['A', texto], ['B', 'Pois não.'])).toEqual([
        'entrevistador',
        'entrevistado',
      ]);
    },
  );

  it('stay voices where questions are few, or come from both', () => {
    expect(speakers('entrevista', ...asks.slice(0, 4))[0]).toBe('voz_1');
    const both = asks.map(([voz, texto]): [string, string] => [voz, `${texto.replace(/[.?]$/u, '')}?`]);
    expect(speakers('entrevista', ...both)[0]).toBe('voz_1');
  });

  it('stay voices where words and questions speak against each other', () => {
    expect(speakers('entrevista', ...asks, ['B', 'Eu estou fazendo uma pesquisa também.'])[0]).toBe('voz_1');
  });

  it('leave a passer-by a voice, and do without parties where a third one says much', () => {
    expect(speakers('entrevista', ...asks, ['C', 'Mãe!']).at(-1)).toBe('voz_3');
    expect(speakers('entrevista', ...asks, ['C', 'Mãe!'])[0]).toBe('entrevistador');
    const crowd = speakers('entrevista', ...asks, ['C', 'Pois eu acho que '.repeat(10)]);
    expect([...new Set(crowd)]).toEqual(['voz_1', 'voz_2', 'voz_3']);
  });
});

it('what has no label, and who comes after the last voice, is unknown', () => {
  const many = Array.from({ length: 9 }, (_, index): [string, string] => [`${index}`, 'Uma fala qualquer.']);
  const named = nameVoices('ligacao', heard(...many, [null, 'Oi.']));
  expect(named.map(({ falante }) => falante).slice(7)).toEqual(['voz_8', 'desconhecido', 'desconhecido']);
});

describe('pieces of one recording', () => {
  const piece = (...said: [string | null, string][]) => nameVoices('ligacao', heard(...said));
  const told = piece(['A', 'Em que posso ajudar?'], ['B', 'A fatura veio errada.'], ['C', 'Oi']);
  const untold = piece(['A', 'Um momento, por favor.'], ['B', 'Certo.']);
  const speakersOf = (...pieces: Parameters<typeof joinPieces>[0]) =>
    joinPieces(pieces).map(({ falante }) => falante);

  it('keep their roles where each has them; labels mean nothing beyond one answer', () => {
    expect(speakersOf(told, told)).toEqual([
      ...['agente', 'cliente', 'desconhecido'],
      ...['agente', 'cliente', 'desconhecido'],
    ]);
  });

  it('are nobody’s words in all of them where one stays unnamed: half a dialogue proves nothing of a party', () => {
    expect(new Set(speakersOf(told, untold))).toEqual(new Set(['desconhecido']));
    expect(speakersOf(told, untold)).toHaveLength(5);
  });

  it('do not wait for a piece in which nobody speaks', () => {
    expect(speakersOf(told, []).slice(0, 2)).toEqual(['agente', 'cliente']);
  });

  it('keep the voices of a single piece, and leave to the channel what had no labels', () => {
    expect(speakersOf(untold)).toEqual(['voz_1', 'voz_2']);
    const plain = { texto: 'Oi.', startMs: 0, endMs: 1, confianca: null };
    expect(joinPieces([[plain], [plain]])).toEqual([plain, plain]);
  });
});
