/** Passwords of published leaks, and Brazilian additions: lower case, without accents or usual final digits. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `123qwe 123abc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc zaq12wsx
  zaq1zaq1 zxcvbn zxcvbnm asdfgh asdfghj asdfghjkl qwerty qwerty1 qwertyu qwertyui qwertyuiop qwe123 qweasd qweasdzxc
  asd123 asdasd zxc123 qweqwe abc123 abcabc abcd1234 abcde123 a1b2c3 a1b2c3d4 aa123456 a123456 a12345678 123456a
  123456q 12345a 123123a 1234qwer 147258 147258369 159357 159753 741852 741852963 789456 789456123 951753 963852741
  102030 10203040 112233 11223344 121212 123123 123123123 123321 131313 232323 252525 123654 123654789 124578 135790
  142536 212121 246810 321321 321654 456123 456456 456789 654123 696969 987456 100200 102938 010203 101010 142857
  password password1 password123 passw0rd p@ssw0rd p@ssword pass123 pass1234 passwd letmein welcome welcome1 monkey
  dragon master master123 shadow sunshine princess football baseball superman batman trustno1 starwars whatever freedom
  michael jennifer jordan jordan23 hunter hunter2 killer charlie donald andrew thomas robert daniel george joshua
  matthew ashley nicole jessica amanda michelle samantha secret secret123 access login login123 admin123 admin1234
  administrator administrador root123 toor123 server changeme default guest123 test123 teste123 testing teste teste1
  testes temporario temp123 temp1234 computer internet samsung iphone google google123 facebook microsoft windows
  pokemon naruto mustang ferrari corvette hello123 iloveyou iloveyou1 loveme lovely flower cookie summer winter
  orange purple silver golden ginger pepper cheese banana butter matrix phoenix ranger buster tigger soccer hockey
  senha admin teste vasco jesus maria julia pedro lucas bruno senha123 senha1234 senha12345 senha123456 senha1 senha2 senhas minhasenha minhasenha123 suasenha novasenha
  senhanova senhasenha senhaforte senhasegura mudar123 mudarsenha trocar123 trocarsenha alterar123 acesso acesso123
  entrar123 usuario usuario123 gerente gerente123 empresa empresa123 auditoria auditoria123
  callcenter atendimento sistema sistema123 suporte suporte123 vendas vendas123 contato contato123 comercial financeiro
  recepcao diretoria operador operador123 supervisor supervisor123 cliente cliente123 brasil brasil123 brasileiro
  saopaulo riodejaneiro curitiba salvador fortaleza recife brasilia portugal flamengo flamengo1 flamengo10 corinthians
  corinthians1 palmeiras palmeiras1 santos saopaulofc tricolor vasco123 vascodagama gremio gremio123 inter123
  internacional cruzeiro atletico atleticomg botafogo fluminense bahia123 sport123 vitoria futebol mengao timao
  verdao neymar neymar10 ronaldo ronaldo9 ronaldinho romario rogerioceni deuseamor deusefiel deusefiel1 deuseamor1
  jesuscristo jesuste jesus123 deus123 jesus1 senhor gloria aleluia nossasenhora teamo teamo123 teamomuito tequiero
  euteamo meuamor amor123 amorzinho amorvida amoreterno minhavida minhafilha meufilho familia familia123 felicidade
  saudade saudades princesa princesa1 gatinha gatinho cachorro borboleta estrela estrelinha sorriso florzinha
  coracao chocolate morango beleza bonita lindinha lindona gostosa gostoso vidaloka vidaboa liberdade esperanca
  vitoria1 sucesso dinheiro trabalho escola estudante professor professora advogado medicina enfermagem engenharia
  maria123 mariana mariana1 fernanda fernando gabriel gabriel1 gabriela rafael rafael1 rafaela rodrigo rodrigo1
  ricardo ricardo1 eduardo eduardo1 leonardo leonardo1 guilherme gustavo gustavo1 henrique felipe felipe1 lucas123
  mateus matheus matheus1 marcelo marcelo1 marcos marcos123 carlos carlos123 antonio antonio1 francisco joao123
  joaopaulo josecarlos paulo123 pedro123 pedrohenrique thiago thiago1 vinicius vinicius1 bruno123 diego123 daniela
  daniele daniel123 camila camila1 carolina caroline juliana juliana1 julia123 larissa larissa1 leticia leticia1
  luciana marcela patricia patricia1 priscila renata renata1 roberta sabrina sandra tatiane vanessa vanessa1 viviane
  amanda123 andreia andressa beatriz beatriz1 bianca bianca123 bruna123 claudia cristiane cristina debora elaine
  eliane isabela isabella janaina jaqueline jessica1 joana123 karina laura123 luana123 luiza123 manuela natalia
  nathalia raquel rebeca simone tatiana`
    .split(/\s+/)
    .filter(Boolean),
);
