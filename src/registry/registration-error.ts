import { type ErrorData, ToolsError } from '../errors/index.ts';

/** Why an id is refused: the first five are AIToolKit's contract, in its order; the rest are ours. */
export type IdReason =
  | 'empty'
  | 'containsWhitespaceOrNewline'
  | 'containsPathSeparator'
  | 'beginsWithDot'
  | 'containsControlCharacter'
  | 'illFormedUnicode'
  | 'notNormalized'
  | 'reservedName'
  | 'forbiddenCharacter'
  | 'tooLong';

/** Why a tool is not registered. `invalidField`: see `data.problems`. */
export type RegistrationReason = IdReason | 'collides' | 'ownedByAnother' | 'invalidField' | 'sealed';

type RegistrationCode =
  | 'TOOL_ID_REFUSED'
  | 'TOOL_DESCRIPTOR_REFUSED'
  | 'TOOL_OWNED_BY_ANOTHER'
  | 'REGISTRY_SEALED';

/** A refused registration. It changed nothing. */
export class RegistrationError extends ToolsError<RegistrationCode> {
  /** The id as it was offered; "" when none was. */
  readonly id: string;
  readonly reason: RegistrationReason;

  constructor(code: RegistrationCode, reason: RegistrationReason, data: ErrorData<RegistrationCode>) {
    super(code, data);
    this.name = 'RegistrationError';
    this.id = data.id;
    this.reason = reason;
  }
}
