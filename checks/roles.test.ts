import { SERVICE_KEY_HEADER } from '@refrain/contract/account/session'
import { operations } from '@refrain/contract/operations'
import { screens } from '@refrain/server/pages/screens'
import { expect, it } from 'vitest'
import { readSources } from './sources.ts'

const pages = readSources().filter(({ path }) => path.startsWith('apps/web/src/'))

it('has guests, members, administrators and programs of the operator (ROLE-12, PROP-07)', () => {
  const callers = new Set<string>(operations.map(({ who }) => who))
  for (const known of ['guest', 'member', 'owner', 'service', 'sender', 'administrator'])
    callers.delete(known)
  expect([...callers]).toEqual([])
})

it('shows administrators nothing outside /admin (ROLE-12, PROP-07)', () => {
  const first = screens.map(({ pattern }) => pattern.split('/')[1] as string)
  const word = /admin|operat|manage|moderat|dashboard|console|internal/i
  expect(new Set(first.filter(part => word.test(part)))).toEqual(new Set(['admin']))
})

it('has no page that uses service keys or calls for them (ROLE-12, PROP-07)', () => {
  const serviceCalls = operations.filter(({ who }) => who === 'service').map(({ name }) => name)
  const words = new RegExp(['SERVICE_KEY_HEADER', SERVICE_KEY_HEADER, ...serviceCalls].join('|'))
  expect(pages.filter(({ text }) => words.test(text)).map(({ path }) => path)).toEqual([])
})
