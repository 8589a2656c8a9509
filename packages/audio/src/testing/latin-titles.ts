/** Words of languages that are written in Latin-1, most of them with letters beyond ASCII; the last column joins two of them. */
const WORDS: Readonly<Record<string, readonly [words: string, joins: string]>> = {
  icelandic: [
    'Ágætis byrjun|Svefn-g-englar|Starálfur|Flugufrelsarinn|Ný batterí|Hjartað hamast|Viðrar vel til loftárása|Hoppípolla|Sæglópur|Glósóli|Þögnin|Ástin|Nóttin|Blóðið|Hafið|Jörðin|Rökkrið|Þokan|Síðasta ferðin|Góðan daginn|Með blóðnasir|Ísjaki|Brennisteinn|Heysátan|Straumnes|Þú ert|Sofðu unga ástin mín|Vögguvísa|Á Sprengisandi|Maístjarnan|Þorraþræll|Krummavísur|Dýrð í dauðaþögn|Þegar himinn|Að grafa sig niður|Leyndarmál|Ýmir|Sýn|Nýr dagur|Þráin',
    ' og | í | án | við ',
  ],
  german: [
    'Über den Wolken|Für Elise|Männer|Schöne neue Welt|Grüße aus Köln|Müller|Frühling|Tränen|Böse|Süßer Vogel Jugend|Größer|Straße|Mädchen|König von Deutschland|Hörst du mich|Träume|Äpfel|Öl|Übermorgen|Glück|Dornröschen|Königin der Nacht|Spätsommer|Nächte|Flüstern|Heiße Nächte|Zurück|Fünf vor zwölf|Schlüssel|Wüste',
    ' und | für | über | ohne ',
  ],
  french: [
    'Ne me quitte pas, chérie|Été indien|L’été|Château|Forêt|Élégie|À la claire fontaine|Où es-tu|Garçon|Françoise|Noël|Maïs|Île déserte|Cœur brisé|Sœur|Déjà vu|Hélène|Rêve|Fenêtre|Père|Mère|La vie à deux|Pénélope|Liberté|Égalité|Âme|Tempête|Étoile|Fête|Première fois',
    ' et | à | près de | sans ',
  ],
  spanish: [
    '¿Qué será?|¡Ay, corazón!|Canción|Mañana|Niño|España|Corazón|Árbol|Él|Última noche|Adiós|Pasión|Lágrimas|Dónde estás|Señorita|Año nuevo|Allí|Música|Río|Después|Quizás|Jamás|Perdón|Café|Vergüenza|Pingüino|Sueño|Otoño|Montaña|Cumpleaños',
    ' y | con | sin | más ',
  ],
  portuguese: [
    'Coração|Canção|Saudade não tem idade|Água de beber|Chega de saudade, irmão|Ilusão|Paixão|Não vá|Amanhã|Manhã de carnaval|João|São Paulo|Você|É preciso|Último|Avó|Português|Força|Açúcar|Estação|Solidão|Índia|Três|Irmã|Sertão|Atlântico|Português suave|Verão|Balanço|Oração',
    ' e | são | até | além de ',
  ],
  swedish: [
    'Jag vet en dejlig rosa på ängen|Sång till friheten|Då|Älskling|Åh|Öppna landskap|Höst|Måne|Blå|Själ|Kärlek|Räven|Brännö|Går|Över|Fågel|Ärlig|Världens ände|Små|Vårvindar',
    ' och | på | från | är ',
  ],
  danish: [
    'Så kom solen|Øen|Åh, min kære|Blå øjne|Kærlighed|Sød|Drømme|Rødgrød|Nær|Forår|Tå|Hjem på jord|Sørens sang|Ærø|Længsel|Kød|Vågen|Dåse|Måske|Lykkelig i Århus',
    ' og | på | når | før ',
  ],
  finnish: [
    'Yö|Täällä Pohjantähden alla|Hyvää yötä|Kesäyö|Äiti|Sinä|Minä|Päivä|Öisin|Tähti|Hämärä|Syksyn sävel|Rakkaus ja kärsimys|Älä jää|Elämä|Kylmä|Sydän|Jäätä|Mä|Tää',
    ' ja | sä ja | yö ja | älä ',
  ],
  italian: ['Perché|Città|Libertà|Così|Però|Felicità|Più|Ciò|Lunedì|Verità', ' e | è | perché | più '],
  estonian: ['Öö|Õhtu|Üks|Jää|Mõtted|Süda|Tõde|Väike|Külm|Rõõm', ' ja | või | üle | ära '],
}
/** Titles that are nothing but letters beyond ASCII, or that hold signs beside letters. */
const ODD =
  'Öö|ÆØÅ|ÅÄÖ|Äöü|ÄÖÜ|Éé|À|Ó|Ö|½|2½|37°2 le matin|E=mc²|10 m³|£100|N° 5|¿?|© 1999|Ça|Œuvre|BEYONCÉ®|«LIBERTÉ»|Nº 1|Señor ¿qué?|Motörhead|Mötley Crüe|Blue Öyster Cult|Sigur Rós|Æ|Úti í Eyjum|Ýmis lög'
const COUNT = 2_000
const ICELANDIC = 200
/** How far the words of a title are from each other in the list. */
const FAR = [1, 2, 3, 4, 5, 7, 9, 11]

/** 2,000 right titles with letters of Windows-1252, 200 of them Icelandic, in the order of their languages. */
export function latinTitles(): string[] {
  const titles = new Set(ODD.split('|'))
  const { icelandic, ...others } = WORDS
  addSome(titles, combine(icelandic!), ICELANDIC)
  const languages = Object.values(others).map(combine)
  for (const [n, language] of languages.entries())
    addSome(titles, language, Math.ceil((COUNT - titles.size) / (languages.length - n)))
  return [...titles]
}

/** Adds new titles that are not ASCII. */
function addSome(titles: Set<string>, from: readonly string[], count: number): void {
  const end = titles.size + count
  for (const title of from) if (titles.size < end && /[^ -~]/.test(title)) titles.add(title)
}

function combine([words, joins]: readonly [string, string]): string[] {
  const all = words.split('|')
  const pairs = joins
    .split('|')
    .flatMap(join => FAR.flatMap(far => all.map((one, n) => `${one}${join}${all[(n + far) % all.length]}`)))
  return [...all, ...pairs]
}
