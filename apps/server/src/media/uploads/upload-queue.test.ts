import { expect, it } from 'vitest'
import { UploadQueue } from './upload-queue.ts'

const never = new Promise<never>(() => {})

it('leaves a slot to the others, however many uploads of one listener are under way', async () => {
  const queue = new UploadQueue(2)
  for (let n = 0; n < 3; n++) void queue.run('hostile', () => never)
  expect(await queue.run('ada', async () => 'done')).toBe('done')
})

it('goes on with the next upload of a listener after one that failed', async () => {
  const queue = new UploadQueue(2)
  const first = queue.run('ada', () => Promise.reject(new Error('odd')))
  const second = queue.run('ada', async () => 'done')
  await expect(first).rejects.toThrow('odd')
  expect(await second).toBe('done')
})

it('refuses a listener who has three under way, and nobody else', async () => {
  const queue = new UploadQueue(2)
  for (let n = 0; n < 3; n++) void queue.run('hostile', () => never)
  for (let n = 0; n < 20; n++)
    await expect(queue.run('hostile', async () => 'done')).rejects.toMatchObject({ statusCode: 503 })
  expect(await queue.run('ada', async () => 'done')).toBe('done')
})

it('lets a listener go on once earlier uploads are done', async () => {
  const queue = new UploadQueue(2)
  for (let n = 0; n < 9; n++) expect(await queue.run('ada', async () => n)).toBe(n)
})

it('refuses uploads when too many wait', async () => {
  const queue = new UploadQueue(2)
  for (let n = 0; n < 18; n++) void queue.run(`listener ${n}`, () => never)
  await expect(queue.run('ada', async () => 'done')).rejects.toMatchObject({ statusCode: 503, retryAfter: 5 })
})
