import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRODUCT_VERSION } from '../product-version.ts'
import { createMetrics } from './metrics.ts'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')

/** What `/metrics` answers, after one response. */
function format(): Promise<string> {
  const { registry, observeResponse } = createMetrics(
    { hits: 0, misses: 0 },
    { count: 0, seconds: 0 },
    {
      jobs: async () => ({ jobs: [{ name: 'backups', paused: 0, failed: 0, ended_at: 1 }], due: 0 }),
      presence: async () => ({ listeners: 0, streams: 0 }),
    },
  )
  observeResponse({ method: 'GET', route: '/', status: 200 }, 0.1)
  return registry.metrics()
}

async function readTypes(): Promise<Map<string, string>> {
  const lines = (await format()).matchAll(/^# TYPE (\w+) (\w+)$/gm)
  return new Map(Array.from(lines, ([, name = '', type = '']) => [name, type]))
}

/** Endings that Prometheus keeps for a type: see promtool check metrics. */
const RESERVED = /_(total|count|sum|bucket|info)$/

it('metrics are named by their type, as Prometheus wants', async () => {
  const types = await readTypes()
  expect(types.size).toBeGreaterThan(20)
  const wrong = [...types].filter(([name, type]) => {
    const ending = RESERVED.exec(name)?.[1]
    return type === 'counter'
      ? ending !== 'total'
      : ending !== undefined && !(ending === 'info' && type === 'gauge')
  })
  expect(wrong).toEqual([])
})

it('metrics of the service begin with its name, and have no label that Prometheus needs for itself', async () => {
  const text = await format()
  const names = [...(await readTypes()).keys()]
  expect(names.filter(name => !/^(refrain|nodejs|process)_[a-z\d_]+$/.test(name))).toEqual([])
  expect(text).not.toMatch(/[{,](job|instance)=/)
})

it('metrics say which version this is', async () => {
  expect(await format()).toContain(`refrain_build_info{version="${PRODUCT_VERSION}",revision="`)
})

it('docs/monitoring.md lists each metric of the service with its type, and no others', async () => {
  const own = [...(await readTypes())].filter(([name]) => name.startsWith('refrain_'))
  const documented = Array.from(
    read('docs/monitoring.md').matchAll(/^\| `(refrain_\w+)` \| (\w+) \|/gm),
    ([, name, type]) => [name, type],
  )
  expect(documented.toSorted()).toEqual(own.toSorted())
})

it('the shipped alerts ask only for metrics and labels that exist', async () => {
  const text = await format()
  const rules = read('packaging/prometheus-rules.yaml')
  const asked = rules.match(/\b(?:refrain|nodejs|process)_\w+/g) ?? []
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter(name => !new RegExp(`^${name}(\\{| )`, 'm').test(text))).toEqual([])
  const guide = read('docs/monitoring.md')
  const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), match => match[1] as string)
  expect(alerts.filter(name => !guide.includes(`\`${name}\``))).toEqual([])
})
