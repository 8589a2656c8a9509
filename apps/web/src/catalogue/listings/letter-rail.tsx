import { listingsTexts } from '@refrain/messages/en/catalogue/listings'
import { fadeEdges } from '../../ui/scrolling/fade-edges.ts'

interface Props {
  /** The letter that the names begin at; undefined at the start. */
  readonly from: string | undefined
  readonly onChoose: (letter: string | undefined) => void
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz')

/** Jumps to the names that begin with a letter. */
export function LetterRail({ from, onChoose }: Props) {
  return (
    <fieldset ref={fadeEdges} aria-label={listingsTexts.jumpTo} className="letters min-w-0">
      <Letter
        text="#"
        label={listingsTexts.fromStart}
        isCurrent={from === undefined}
        onPress={() => onChoose(undefined)}
      />
      {LETTERS.map(letter => (
        <Letter
          key={letter}
          text={letter.toUpperCase()}
          isCurrent={from === letter}
          onPress={() => onChoose(letter)}
        />
      ))}
    </fieldset>
  )
}

interface LetterProps {
  readonly text: string
  /** Its accessible name, if not the text. */
  readonly label?: string
  readonly isCurrent: boolean
  readonly onPress: () => void
}

function Letter({ text, label, isCurrent, onPress }: LetterProps) {
  return (
    <button type="button" className="letter" aria-label={label} aria-pressed={isCurrent} onClick={onPress}>
      {text}
    </button>
  )
}
