-- Opens a broken file with the language server, sends requests and edits, and prints each answer as a line of JSON: [name, value].
-- tests/editors/editors.py runs this script with the settings of docs/use/editors.md, in Neovim 0.7 of Debian 12.
local wait = 20000 -- milliseconds; all requests take far less

local function print_answer(what, value)
    io.stdout:write(vim.json.encode({ what, value }) .. "\n")
end

vim.cmd("edit broken.md5anim")
local buffer = vim.api.nvim_get_current_buf()

-- Returns the diagnostics when there are `count` of them, or after the wait.
local function wait_for_diagnostics(count)
    vim.wait(wait, function() return #vim.diagnostic.get(buffer) == count end, 5)
    local all = {}
    for _, one in ipairs(vim.diagnostic.get(buffer)) do
        table.insert(all, { one.lnum, one.col, one.end_col, one.severity, one.code, one.source })
    end
    return all
end

local client
local function request(method, params)
    local answers = vim.lsp.buf_request_sync(buffer, method, params, wait) or {}
    return answers[client] and answers[client].result
end

print_answer("broken", wait_for_diagnostics(3))
client = next(vim.lsp.buf_get_clients(buffer))
local encoding = vim.lsp.get_client_by_id(client).offset_encoding
print_answer("encoding", encoding)
vim.api.nvim_win_set_cursor(0, { 11, 12 })
local position = vim.lsp.util.make_position_params(0, encoding)
print_answer("hover", request("textDocument/hover", position).contents.value)
local symbols = vim.lsp.util.symbols_to_items(request("textDocument/documentSymbol", position), buffer)
print_answer("symbols", #symbols)
local completed = request("textDocument/completion", { textDocument = position.textDocument, position = { line = 5, character = 3 } })
print_answer("completed", vim.lsp.util.text_document_completion_list_to_complete_items(completed, "")[1].word)
local range = vim.lsp.util.make_given_range_params({ 1, 0 }, { vim.api.nvim_buf_line_count(buffer), 0 }, buffer, encoding)
range.context = { diagnostics = {} }
for _, action in ipairs(request("textDocument/codeAction", range)) do
    if action.kind == "quickfix" then
        print_answer("action", action.title)
        vim.lsp.util.apply_workspace_edit(action.edit, encoding)
        break
    end
end
for _, action in ipairs(request("textDocument/codeAction", range)) do
    if action.command and action.title:match("^Explain") then
        print_answer("explained", request("workspace/executeCommand", action.command))
    end
end
local tokens = request("textDocument/semanticTokens/full", { textDocument = position.textDocument })
print_answer("tokens", #tokens.data % 5 == 0 and #tokens.data)
print_answer("hints", request("textDocument/inlayHint", { textDocument = position.textDocument, range = range.range }))
print_answer("fixed", wait_for_diagnostics(2))
vim.api.nvim_buf_set_text(buffer, 10, 12, 10, 13, { "0" })
print_answer("typed", wait_for_diagnostics(1))
local definition = request("textDocument/definition", position)[1]
print_answer("definition", definition and definition.range.start.line or "none")
local function rename(name)
    local params = { textDocument = position.textDocument, position = position.position, newName = name }
    vim.lsp.util.apply_workspace_edit(request("textDocument/rename", params), encoding)
    return vim.api.nvim_buf_get_lines(buffer, 9, 10, false)[1]
end
print_answer("renamed", { rename("origin"), rename("root") })
local edits = request("textDocument/formatting", { textDocument = position.textDocument, options = { tabSize = 4, insertSpaces = false } })
vim.lsp.util.apply_text_edits(edits, buffer, encoding)
print_answer("formatted", table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n")
vim.lsp.stop_client(client)
vim.wait(wait, function() return vim.lsp.client_is_stopped(client) end, 5)
print_answer("stopped", vim.lsp.client_is_stopped(client))
