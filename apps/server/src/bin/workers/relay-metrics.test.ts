import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { Counter, Gauge, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { formatSum } from '../../metrics/sum-metrics.ts'
import type { Measurements, MetricsMessage } from '../../metrics/worker-metrics.ts'
import { MetricsRelay } from './relay-metrics.ts'

/** A worker that has answered `requests`, of which `open` are still open. */
function fakeWorker(requests: number, open: number) {
  const registers = [new Registry()]
  new Counter({ name: 'requests_total', help: 'Requests', registers }).inc(requests)
  new Gauge({ name: 'open_requests', help: 'Open requests', registers }).set(open)
  let collected: (all: readonly Measurements[]) => void = () => {}
  const worker = Object.assign(new EventEmitter(), {
    isConnected: () => true,
    async send(message: MetricsMessage) {
      if (message.metrics === 'collected') return collected(message.all)
      const values = (await registers[0]?.getMetricsAsJSON()) ?? []
      worker.emit('message', { metrics: 'measured', ask: message.ask, values })
    },
  })
  /** Asks the primary as a worker does that is scraped. */
  async function scrape(): Promise<string[]> {
    const all = new Promise<readonly Measurements[]>(resolve => {
      collected = resolve
    })
    worker.emit('message', { metrics: 'wanted', ask: 1 })
    const text = await formatSum(await all)
    return text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  }
  return { worker: worker as unknown as Worker, scrape, end: () => worker.emit('exit') }
}

it('adds up what all workers have measured, whichever is asked', async () => {
  const relay = new MetricsRelay()
  const [one, two] = [fakeWorker(3, 1), fakeWorker(4, 2)]
  for (const { worker } of [one, two]) relay.add(worker)
  for (const { scrape } of [one, two]) expect(await scrape()).toEqual(['requests_total 7', 'open_requests 3'])
})

it('keeps the counters of a worker that has ended, and nothing else of it', async () => {
  const relay = new MetricsRelay()
  const [one, two, three] = [fakeWorker(3, 1), fakeWorker(4, 2), fakeWorker(5, 0)]
  for (const { worker } of [one, two]) relay.add(worker)
  await one.scrape()
  two.end()
  relay.add(three.worker)
  await expect.poll(one.scrape).toEqual(['requests_total 12', 'open_requests 1'])
  three.end()
  await expect.poll(one.scrape).toEqual(['requests_total 12', 'open_requests 1'])
})
