import { expect, it } from 'vitest'
import { UploadQueue } from './upload-queue.ts'

const never = new Promise<never>(() => {})

it('leaves a slot for others, however many uploads one member has', async () => {
  const queue = new UploadQueue(2)
  for (let n = 0; n < 3; n++) void queue.run('hostile', () => never)
  expect(await queue.run('ada', async () => 'done')).toBe('done')
})

it("continues with a member's next upload after a failure", async () => {
  const queue = new UploadQueue(2)
  const first = queue.run('ada', () => Promise.reject(new Error('odd')))
  const second = queue.run('ada', async () => 'done')
  await expect(first).rejects.toThrow('odd')
  expect(await second).toBe('done')
})

it('rejects a fourth upload of a member, and of nobody else', async () => {
  const queue = new UploadQueue(2)
  for (let n = 0; n < 3; n++) void queue.run('hostile', () => never)
  for (let n = 0; n < 20; n++)
    await expect(queue.run('hostile', async () => 'done')).rejects.toMatchObject({ statusCode: 503 })
  expect(await queue.run('ada', async () => 'done')).toBe('done')
})

it("accepts more once a member's earlier uploads are done", async () => {
  const queue = new UploadQueue(2)
  for (let n = 0; n < 9; n++) expect(await queue.run('ada', async () => n)).toBe(n)
})

it('rejects uploads when too many wait', async () => {
  const queue = new UploadQueue(2)
  for (let n = 0; n < 18; n++) void queue.run(`listener ${n}`, () => never)
  await expect(queue.run('ada', async () => 'done')).rejects.toMatchObject({ statusCode: 503, retryAfter: 5 })
})
