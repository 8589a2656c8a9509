import { compileMessage } from '@refrain/messages/compile-message'
import type { ESTree, Plugin } from 'vite'

const CATALOGUE = /\/packages\/messages\/src\/[a-z][\w-]*\/(?:[\w-]+\/)?[\w-]+\.ts$/
const COMPILER = /\/packages\/messages\/src\/compile-message\.ts$/

/** Replaces messages with arguments by compiled ones, so that the pages do not contain the parser of their syntax. */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: [CATALOGUE, COMPILER] },
      handler(code, id) {
        if (COMPILER.test(id)) return 'export const compileMessage = message => [message]'
        return literalsIn(this.parse(code, { lang: 'ts' })).reduceRight(
          (text, { start, end, value }) =>
            text.slice(0, start) + JSON.stringify(compileMessage(value)) + text.slice(end),
          code,
        )
      },
    },
  }
}

interface Message {
  readonly start: number
  readonly end: number
  readonly value: string
}

/** The values of properties that are messages with arguments, in the order of the file. */
function literalsIn(node: unknown): Message[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn)
  if (node === null || typeof node !== 'object') return []
  const { type, value, start, end } = node as Partial<ESTree.StringLiteral>
  if (type === 'Literal' && typeof value === 'string' && value.includes('{'))
    return [{ start: start ?? 0, end: end ?? 0, value }]
  return Object.values(node).flatMap(literalsIn)
}
