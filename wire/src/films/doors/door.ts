// What a door in the shape of a vendor must know: how its clients ask for films, and what they read. Its addresses are ours.
import type { JsonObject } from '../../encoding/json.ts'
import type { KnownFilm } from '../view.ts'

/** A failure, to be told in a vendor's shape. */
export interface DoorError {
  readonly message: string
  /** The vendor's own code where it failed there, else one of ours. */
  readonly code: string
  /** The kind of failure, in OpenAI's words; absent: it is not known. */
  readonly type?: string | undefined
  readonly status: number
  readonly requestId: string
}

/** What clients of a vendor read of films. */
export interface FilmShape {
  /** A film as it is, or as it was just submitted. */
  writeFilm(film: KnownFilm, requestId: string): JsonObject
  writeError(error: DoorError): JsonObject
}

/** A door whose addresses say what is done: films are submitted at some, and one is asked for at others. */
export interface AddressDoor extends FilmShape {
  /** Below which all of them are. */
  readonly root: string
  /** `read` answers the request in OpenAI's shape. It throws WireError. */
  readonly submissions: readonly { readonly path: string; read(body: JsonObject): JsonObject }[]
  /** With the film's id in the place of `:id`. */
  readonly films: readonly string[]
}

/** A door with one address, where the query says what is done. */
export interface ActionDoor extends FilmShape {
  readonly root: string
  /** Undefined: it is none of those. */
  actionIn(query: Readonly<Record<string, unknown>>): 'submit' | 'ask' | undefined
  /** What the query has to say, for those that it says nothing of the kind to. */
  readonly actions: string
  /** A request in OpenAI's shape. Throws WireError. */
  read(body: JsonObject): JsonObject
  /** The id of the film that is asked for. Throws WireError. */
  readId(body: JsonObject): string
  /** What is told of a film that was just submitted. */
  writeSubmitted(film: KnownFilm, requestId: string): JsonObject
  /** What is told where there is no film of that id. */
  writeMissing(requestId: string): JsonObject
}
