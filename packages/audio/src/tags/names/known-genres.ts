import { foldName } from '@refrain/contract/fold-name'

/** Genres that are known to be one, so that a slash between two of them separates: those of ID3v1 and common others. */
const NAMES = [
  'Blues,Classic Rock,Country,Dance,Disco,Funk,Grunge,Hip-Hop,Jazz,Metal,New Age,Oldies,Pop,R&B,Rap,Reggae,Rock,Techno',
  'Industrial,Alternative,Ska,Death Metal,Soundtrack,Euro-Techno,Ambient,Trip-Hop,Vocal,Jazz+Funk,Fusion,Trance,Classical',
  'Instrumental,Acid,House,Game,Gospel,Noise,Alternative Rock,Bass,Soul,Punk,Space,Meditative,Instrumental Pop,Ethnic,Gothic',
  'Darkwave,Electronic,Folk,Eurodance,Dream,Southern Rock,Comedy,Cult,Gangsta,Top 40,Christian Rap,Jungle,Native American',
  'Cabaret,New Wave,Psychedelic,Rave,Lo-Fi,Tribal,Acid Punk,Acid Jazz,Polka,Retro,Musical,Rock & Roll,Hard Rock,Folk Rock',
  'Swing,Bebop,Latin,Revival,Celtic,Bluegrass,Avantgarde,Gothic Rock,Progressive Rock,Psychedelic Rock,Symphonic Rock',
  'Slow Rock,Big Band,Chorus,Easy Listening,Acoustic,Humour,Speech,Chanson,Opera,Chamber Music,Sonata,Symphony,Primus',
  'Satire,Club,Tango,Samba,Folklore,Ballad,Power Ballad,Rhythmic Soul,Freestyle,Duet,Punk Rock,Drum Solo,A Cappella',
  'Dancehall,Goa,Drum & Bass,Hardcore,Terror,Indie,Britpop,Worldbeat,Heavy Metal,Black Metal,Crossover,Christian Rock',
  'Merengue,Salsa,Thrash Metal,Anime,Synthpop,Abstract,Baroque,Big Beat,Breakbeat,Chillout,Downtempo,Dub,EBM,Eclectic',
  'Electro,Emo,Experimental,Garage,Global,IDM,Illbient,Industro-Goth,Jam Band,Krautrock,Leftfield,Lounge,Math Rock',
  'Nu-Breakz,Post-Punk,Post-Rock,Psytrance,Shoegaze,Space Rock,Trop Rock,World Music,Neoclassical,Audiobook,Dubstep',
  'Garage Rock,Psybient,Podcast,Indie Rock,G-Funk,Hip Hop,Electronica,World,Singer-Songwriter,Americana,Afrobeat',
  'Bossa Nova,Free Jazz,Hard Bop,Cool Jazz,Smooth Jazz,Doom Metal,Power Metal,Progressive Metal,Metalcore,Grime,Trap,UK Garage',
  'Minimal,Deep House,Tech House,Synthwave,Vaporwave,Art Rock,Glam Rock,Surf,Rockabilly,Flamenco,Fado,Klezmer,J-Pop,K-Pop',
  'City Pop,Schlager,Drone,Indie Pop,Dream Pop,Power Pop,Soft Rock,Blues Rock,Country Rock,Neo Soul,Contemporary Classical',
  'Minimalism,Renaissance,Choral,Children’s Music,Holiday,Spoken Word,Stage & Screen,Score,Film Score,Video Game Music',
].join(',')

const KNOWN: ReadonlySet<string> = new Set(NAMES.split(',').map(foldName))

/** Whether this is the name of one genre, without regard to case. */
export function isKnownGenre(name: string): boolean {
  return KNOWN.has(foldName(name))
}
