import { expect, it } from 'vitest'
import { matchNames, toNamed } from './match-names.ts'

const names = ['Acid Jazz', 'Jazz Funk', 'Jazz', 'Ragajazz', 'Nu-Jazz', 'Éthio', 'Rock', 'Rock & Roll']
const find = (query: string, most = 5) => matchNames(query, toNamed(names, String), most)

it.each([
  ['the name first, then beginnings, then words', 'jazz', ['Jazz', 'Jazz Funk', 'Acid Jazz', 'Nu-Jazz']],
  ['part of a word', 'ja', ['Jazz Funk', 'Jazz', 'Acid Jazz', 'Nu-Jazz']],
  ['ignoring case and accents', 'ETHIO', ['Éthio']],
  ['several words', 'rock & r', ['Rock & Roll']],
  ['nothing in the middle of a word', 'azz', []],
  ['nothing for nothing', ' ', []],
])('finds %s', (_, query, found) => {
  expect(find(query)).toEqual(found)
})

it('finds no more than wanted', () => {
  expect(find('jazz', 2)).toEqual(['Jazz', 'Jazz Funk'])
})
