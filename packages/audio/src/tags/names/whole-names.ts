import { foldName } from '@refrain/contract/fold-name'

/** Names of musicians that hold what else separates names. The setting TAG_WHOLE_NAMES adds to them. */
const SHIPPED = [
  ...[
    'AC/DC',
    '+/-',
    '+/- {Plus/Minus}',
    'A/T/O/S',
    'AM/FM',
    'Au/Ra',
    'B/B/S/',
    'C/A/T',
    'D/R/U/G/S',
    'De/Vision',
  ],
  ...[
    'DJ/rupture',
    'DJ /rupture',
    'Either/Orchestra',
    'In/Humanity',
    'K/DA',
    'Love/Hate',
    'M/A/R/R/S',
    'T/E/E/T/H',
  ],
  ...['V/Vm', '25/17', 'M|A|R|R|S', '10,000 Maniacs', '10 ft. Ganja Plant', 'Tyler, The Creator'],
  ...['Earth, Wind & Fire', 'Earth, Wind and Fire', 'Blood, Sweat & Tears', 'Black Country, New Road'],
  ...[
    'Crosby, Stills & Nash',
    'Crosby, Stills, Nash & Young',
    'Emerson, Lake & Palmer',
    'Beck, Bogert & Appice',
  ],
  ...['Peter, Paul and Mary', 'Peter, Paul & Mary', 'Lambert, Hendricks & Ross', 'Medeski, Martin & Wood'],
  ...['Dave Dee, Dozy, Beaky, Mick & Tich', 'Stock, Aitken & Waterman', 'Stock, Aitken and Waterman'],
  ...['Simon & Garfunkel', 'Hall & Oates', 'Daryl Hall & John Oates', 'Nick Cave & The Bad Seeds'],
  ...[
    'Belle & Sebastian',
    'Belle and Sebastian',
    'Sam & Dave',
    'Ike & Tina Turner',
    'Sonny & Cher',
    'Zager & Evans',
  ],
  ...[
    'Ashford & Simpson',
    'Seals & Crofts',
    'Loggins & Messina',
    'Flanders & Swann',
    'Peaches & Herb',
    'Jan & Dean',
  ],
  ...[
    'Angus & Julia Stone',
    'Aly & AJ',
    'Big & Rich',
    'Brooks & Dunn',
    'Macklemore & Ryan Lewis',
    'Iron & Wine',
  ],
  ...[
    'Kruder & Dorfmeister',
    'Above & Beyond',
    'Chase & Status',
    'Years & Years',
    'Mumford & Sons',
    'Chas & Dave',
  ],
] as const

const SHIPPED_FOLDED: ReadonlySet<string> = new Set(SHIPPED.map(foldName))

/** The shipped names and some more, folded. */
export function wholeNames(more: readonly string[] = []): ReadonlySet<string> {
  return more.length === 0 ? SHIPPED_FOLDED : new Set([...SHIPPED_FOLDED, ...more.map(foldName)])
}
