import { aboutTexts } from '@refrain/messages/en/about'
import { prefix } from '../../prefix.ts'
import { Carousel } from '../../ui/carousel/carousel.tsx'
import { journey } from './content.ts'

/** The history of the product as a carousel. */
export function Journey() {
  return (
    <Carousel
      label={aboutTexts.theJourney}
      heading={<h2 className="text-xl font-bold">{aboutTexts.theJourney}</h2>}
    >
      {journey().map(({ picture, title, text }, place) => (
        <figure key={title} className="px-3">
          <img
            src={prefix + picture}
            alt=""
            width={480}
            height={360}
            loading="lazy"
            draggable={false}
            className="aspect-4/3 w-full rounded-panel bg-skeleton object-cover"
          />
          <figcaption className="mt-4">
            <h3 className="flex items-baseline gap-2 font-bold">
              <span className="tabular text-accent">{place + 1}</span>
              {title}
            </h3>
            <p className="mt-1 text-sm text-quiet">{text}</p>
          </figcaption>
        </figure>
      ))}
    </Carousel>
  )
}
