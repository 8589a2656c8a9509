import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { record, wire } from '../record.ts'
import { colour, id, noInput } from '../values.ts'

export const genre = record({
  id: wire('_id', id),
  name: wire('genre', z.string()),
  color: colour,
  backgroundColor: wire('bg_color', colour),
})

export type Genre = z.infer<typeof genre>

export const fetchAllGenres = operation({
  name: 'fetchAllGenres',
  summary: 'All genres in their fixed order.',
  method: 'GET',
  path: '/api/fetchallGenres',
  who: 'guest',
  caching: 'public',
  input: noInput,
  output: z.array(genre),
})

export const fetchGenre = operation({
  name: 'fetchGenre',
  summary: 'One genre.',
  method: 'GET',
  path: '/api/genres/{id}',
  who: 'guest',
  caching: 'public',
  errors: { 404: 'There is no such genre.' },
  input: z.strictObject({ id }),
  output: genre,
})
