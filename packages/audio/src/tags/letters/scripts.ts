const CYRILLIC = /\p{Script=Cyrillic}/gu
const GREEK = /\p{Script=Greek}/gu
/** Without the narrow katakana, which hardly a title has. */
const JAPANESE = /[\u3041-\u30ff\p{Script=Han}]/gu
const CHINESE = /\p{Script=Han}/gu
const KOREAN = /[\p{Script=Hangul}\p{Script=Han}]/gu

/** A script that has character sets of its own. */
interface Script {
  /** As `TextDecoder` names them, the most frequent first. */
  readonly charsets: readonly string[]
  readonly letters: RegExp
  /** Fewer letters say too little. */
  readonly least: number
}

/** Scripts by the names that `chardet` gives their character sets. */
export const SCRIPTS: Readonly<Record<string, Script>> = {
  'windows-1251': { charsets: ['windows-1251'], letters: CYRILLIC, least: 6 },
  'KOI8-R': { charsets: ['koi8-r'], letters: CYRILLIC, least: 6 },
  'ISO-8859-7': { charsets: ['windows-1253', 'iso-8859-7'], letters: GREEK, least: 6 },
  Shift_JIS: { charsets: ['shift_jis'], letters: JAPANESE, least: 4 },
  'EUC-JP': { charsets: ['euc-jp'], letters: JAPANESE, least: 4 },
  GB18030: { charsets: ['gb18030'], letters: CHINESE, least: 4 },
  Big5: { charsets: ['big5'], letters: CHINESE, least: 4 },
  'EUC-KR': { charsets: ['euc-kr'], letters: KOREAN, least: 4 },
}
