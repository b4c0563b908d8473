import { type ErrorCode, type ErrorData, errorTable, type Row } from './error-table.ts';

/** The one error class. Whatever is thrown and is not one of these is a bug. */
export class ToolsError<Code extends ErrorCode = ErrorCode> extends Error {
  /** Names the row of `errorTable`; never renamed, never used again. */
  readonly code: Code;
  /** What the sentence and the hint are made of. Never a secret. */
  readonly data: ErrorData<Code>;

  constructor(code: Code, data: ErrorData<Code>, options?: ErrorOptions) {
    super(rowOf(code).message(data), options);
    this.name = 'ToolsError';
    this.code = code;
    this.data = data;
  }

  /** The exit code of a command that ends in this error. */
  get exit(): number {
    return rowOf(this.code).exit;
  }

  /** The command to type next. */
  get hint(): string {
    return rowOf(this.code).hint(this.data);
  }
}

/** Whether an error of this code can be made again from what was written of it. */
export function isErrorCode(code: string): code is ErrorCode {
  const row: Partial<Row<never>> | undefined = rowOf(code as ErrorCode);
  return typeof row?.exit === 'number';
}

function rowOf<Code extends ErrorCode>(code: Code): Row<ErrorData<Code>> {
  return (errorTable as unknown as { [C in ErrorCode]: Row<ErrorData<C>> })[code] as Row<ErrorData<Code>>;
}
