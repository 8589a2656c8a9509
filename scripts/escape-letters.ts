import type { Plugin } from 'vite'

const OTHER_LETTERS = /[^\0-\x7f]/g
/** Files that are mostly other letters, such as decoders in a text form, would only grow. */
const FEW = 0.01

/**
 * Writes letters outside of ASCII as escapes, which mean the same in names, patterns and strings that are not raw: Node holds a source text in twice
 * the memory if a single one is among them. Lines stay the same for the source map.
 */
export function escapeLetters(): Plugin {
  return {
    name: 'escape-letters',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        if (file.code.includes('String.raw')) continue
        const count = file.code.match(OTHER_LETTERS)?.length ?? 0
        if (count < FEW * file.code.length) file.code = file.code.replace(OTHER_LETTERS, toEscape)
      }
    },
  }
}

const toEscape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
