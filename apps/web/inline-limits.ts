import * as limits from '@refrain/contract/limits'
import type { Plugin } from 'vite'

const LIMIT = /\b(?:text|byte|count|day|minute)Limits\.\w/
const EACH_LIMIT = /\b(text|byte|count|day|minute)Limits((?:\.\w+)+)/g
const OWN_CODE = /^(?!.*\/node_modules\/).*\/src\/.*\.tsx?$/

/** Writes limits as numbers where the build reads them: the pages need a few of the many, and would contain them all. */
export function inlineLimits(): Plugin {
  return {
    name: 'inline-limits',
    apply: 'build',
    transform: {
      filter: { id: OWN_CODE, code: LIMIT },
      handler: code =>
        code.replace(EACH_LIMIT, (text, kind: string, path: string) => limitAt(kind, path) ?? text),
    },
  }
}

function limitAt(kind: string, path: string): string | undefined {
  let value: unknown = (limits as Readonly<Record<string, unknown>>)[`${kind}Limits`]
  for (const name of path.split('.').slice(1))
    value = (value as Readonly<Record<string, unknown>> | undefined)?.[name]
  return value === undefined ? undefined : `(${JSON.stringify(value)})`
}
