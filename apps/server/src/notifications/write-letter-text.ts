import type { Letter, LetterPart } from './letter.ts'

/** A mail as plain text: what a reader without HTML sees, and many filters. */
export function writeLetterText({ title, parts, footer }: Letter): string {
  return `${[title, ...parts.map(write), '-- ', ...footer.map(write)].join('\n\n')}\n`
}

function write(part: LetterPart): string {
  if (part.kind === 'text') return part.text
  if (part.kind === 'album') return `${part.title}\n${part.artist}\n${part.url}`
  return `${part.label}: ${part.url}`
}
