// Doors of films in the shapes of vendors, for clients that were written for one of them. Whoever can make the film makes it.
import { AppError } from '@waystation/contract/errors'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { ActionDoor } from '@waystation/wire/films/doors/door'
import { actionDoors, addressDoors } from '@waystation/wire/films/doors/doors'
import { WireError } from '@waystation/wire/wire-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unknownPath } from '../../door/unknown-path.ts'
import { readObject } from '../../read-call/read-call.ts'
import { type FilmServices, filmOf, ownFilm, shownFilm, submitFilm, told, visitor } from './film-doors.ts'

interface OneRoute {
  readonly Params: { readonly id: string }
}

/** Mounts them all. */
export function mountFilmShapes(app: FastifyInstance, gateway: FilmServices): void {
  for (const { name, root, submissions, films, writeFilm: write } of addressDoors) {
    const config = { dialect: 'openai-chat', errorForm: name } as const
    app.all(`${root}/*`, { config }, unknownPath)
    for (const { path, read } of submissions)
      app.post(path, { config }, (request, reply) => submitFilm({ path, read, write }, request, reply, gateway))
    for (const path of films)
      app.get<OneRoute>(path, { config }, async (request, reply) => {
        const task = await ownFilm(request.params.id, await visitor(request, gateway), gateway)
        return told(request, reply).send(write(shownFilm(task, request, gateway), request.id))
      })
  }
  for (const door of actionDoors) {
    const config = { dialect: 'openai-chat', errorForm: door.name } as const
    app.all(`${door.root}/*`, { config }, unknownPath)
    for (const path of [door.root, `${door.root}/`])
      app.post<ActionRoute>(path, { config }, (request, reply) => {
        const action = door.actionIn(request.query)
        if (action !== 'submit') return ask(door, action, request, reply, gateway)
        return submitFilm({ path: door.root, read: door.read, write: door.writeSubmitted }, request, reply, gateway)
      })
  }
}

interface ActionRoute {
  readonly Querystring: Readonly<Record<string, unknown>>
}

/** Tells of a film whose id stands in the body. There is no status of HTTP for one that is not there. */
async function ask(
  door: ActionDoor,
  action: 'ask' | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: FilmServices,
): Promise<FastifyReply> {
  const caller = await visitor(request, gateway)
  if (action === undefined) throw new AppError('bad_request', { detail: door.actions })
  const id = idIn(door, await readObject(request.raw, caller, gateway))
  const task = await filmOf(id, caller, gateway)
  return told(request, reply).send(task ? door.writeFilm(shownFilm(task, request, gateway), request.id) : door.writeMissing(request.id))
}

function idIn(door: ActionDoor, body: JsonObject): string {
  try {
    return door.readId(body)
  } catch (error) {
    if (error instanceof WireError) throw new AppError('bad_request', { detail: error.message }, { cause: error })
    throw error
  }
}
