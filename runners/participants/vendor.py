"""The vendors whose wire formats are spoken, as far as names, addresses and sentences go.

One record each, which the address, the sentences about faults and `devrun models` share. What a
format looks like is the business of its adapter.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.record import replace


@dataclass(frozen=True, slots=True)
class Vendor:
    """Who speaks a format first, and what a user sets to reach it.

    `url` is its own base URL, empty where each user has another, and `host` is where that is, in
    any region; empty for those that speak another vendor's format. `keys` are the environment
    variables that may hold a key: the first that is set counts. `added` is what the SDK adds to a
    base URL; `lost` is what to look at where a path leads nowhere. `answer` is what a good answer
    is called. `api` is set where a vendor has several: the word in a participant's name that asks
    for this one. `speaks` is the format: what precedes the model in the names of the vendor who
    speaks it first. `as_first`: it takes parameters as that vendor does.
    """

    provider: str
    called: str
    url: str
    host: str
    keys: tuple[str, ...]
    address: str
    example: str
    server: str
    added: tuple[str, ...]
    serves: str
    lost: str
    answer: str
    speaks: str
    api: str = ""
    as_first: bool = False

    @property
    def headers(self) -> str:
        """The variable for headers that a gateway wants, as a JSON object."""
        return f"DEVRUN_{self.provider.upper()}_HEADERS"

    @property
    def key(self) -> str:
        """The variable to set."""
        return self.keys[0]

    @property
    def on_this_computer(self) -> bool:
        """Whether it is a program that users start themselves."""
        return self.url.startswith("http://127.0.0.1")

    def answers_at(self, host: str) -> bool:
        """Whether a host is its own, in any region."""
        return bool(self.host) and (host == self.host or host.endswith(f".{self.host}"))

    @property
    def spoken(self) -> str:
        """What precedes the model in a participant's name, without the slash at its end."""
        return f"{self.provider}/{self.api}" if self.api else self.provider


OPENAI = Vendor(
    provider="openai",
    called="OpenAI",
    url="https://api.openai.com/v1",
    host="api.openai.com",
    keys=("OPENAI_API_KEY",),
    address="OPENAI_BASE_URL",
    example="openai/gpt-5.6",
    server="http://127.0.0.1:8000/v1",
    added=("/chat/completions", "/responses"),
    serves="no chat completions",
    lost="most servers want a base URL that ends in /v1",
    answer="a chat completion",
    speaks="openai",
)
OPENAI_RESPONSES = replace(
    OPENAI,
    example="openai/responses/gpt-5.6",
    serves="no responses API",
    answer="a response",
    speaks="openai/responses",
    api="responses",
)
ANTHROPIC = Vendor(
    provider="anthropic",
    called="Anthropic",
    url="https://api.anthropic.com",
    host="api.anthropic.com",
    keys=("ANTHROPIC_API_KEY",),
    address="ANTHROPIC_BASE_URL",
    example="anthropic/claude-opus-5-5",
    server="http://127.0.0.1:8000",
    added=("/v1/messages", "/v1"),
    serves="no messages in Anthropic's format",
    lost="/v1/messages is added to it",
    answer="a message",
    speaks="anthropic",
)
GOOGLE = Vendor(
    provider="google",
    called="Google",
    url="https://generativelanguage.googleapis.com",
    host="generativelanguage.googleapis.com",
    keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    address="GOOGLE_GEMINI_BASE_URL",
    example="google/gemini-3.6-flash",
    server="http://127.0.0.1:8000",
    added=("/v1beta", "/v1"),
    serves="no generateContent",
    lost="/v1beta/models/... is added to it",
    answer="a reply",
    speaks="google",
)


def _served(
    name: str, called: str, url: str, example: str, *, key: str = "", server: str = ""
) -> Vendor:
    """Who serves models in the format of OpenAI's chat completions."""
    return replace(
        OPENAI,
        provider=name,
        called=called,
        url=url,
        host="",
        keys=(key or f"{name.upper()}_API_KEY",),
        address=f"{name.upper()}_BASE_URL",
        example=f"{name}/{example}",
        server=server or url,
    )


SERVERS = (
    _served("ollama", "Ollama", "http://127.0.0.1:11434/v1", "qwen3:4b"),
    _served("vllm", "vLLM", "http://127.0.0.1:8000/v1", "Qwen/Qwen3-4B"),
    _served("lmstudio", "LM Studio", "http://127.0.0.1:1234/v1", "qwen3-4b"),
    _served("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "qwen/qwen3-32b"),
    _served("deepseek", "DeepSeek", "https://api.deepseek.com/v1", "deepseek-chat"),
    _served(
        "fireworks",
        "Fireworks",
        "https://api.fireworks.ai/inference/v1",
        "accounts/fireworks/models/qwen3-32b",
    ),
    _served("groq", "Groq", "https://api.groq.com/openai/v1", "qwen/qwen3-32b"),
    _served("mistral", "Mistral", "https://api.mistral.ai/v1", "mistral-large-latest"),
    _served("together", "Together", "https://api.together.xyz/v1", "Qwen/Qwen3-32B"),
    _served("xai", "xAI", "https://api.x.ai/v1", "grok-5"),
    replace(
        _served(
            "azure", "Azure OpenAI", "", "DEPLOYMENT", key="AZURE_OPENAI_API_KEY",
            server="https://RESOURCE.openai.azure.com/openai/v1",
        ),
        as_first=True,
    ),
    _served(
        "bedrock", "Amazon Bedrock", "", "openai.gpt-oss-120b-1:0", key="AWS_BEARER_TOKEN_BEDROCK",
        server="https://bedrock-runtime.REGION.amazonaws.com/openai/v1",
    ),
    _served(
        "vertex", "Vertex AI", "", "google/gemini-3.6-flash", key="VERTEX_ACCESS_TOKEN",
        server="https://REGION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/REGION"
        "/endpoints/openapi",
    ),
)  # fmt: skip
"""Who serves models in OpenAI's format, on this computer or elsewhere."""


def _claude(
    provider: str, called: str, model: str, *, key: str, server: str, added: tuple[str, ...] = ()
) -> Vendor:
    """Who serves Anthropic's models in its format, at an address of its own."""
    return replace(
        ANTHROPIC,
        provider=provider,
        called=called,
        url="",
        host="",
        keys=(key,),
        address=f"{provider.upper()}_MESSAGES_BASE_URL",
        example=f"{provider}/messages/{model}",
        server=server,
        added=added or ANTHROPIC.added,
        lost="the address must be as its vendor documents it for Anthropic's format",
        api="messages",
        as_first=True,
    )


MESSAGES_SERVERS = (
    _claude(
        "azure", "Microsoft Foundry", "DEPLOYMENT", key="ANTHROPIC_FOUNDRY_API_KEY",
        server="https://RESOURCE.services.ai.azure.com/anthropic",
    ),
    _claude(
        "bedrock", "Amazon Bedrock", "anthropic.claude-opus-5-5", key="AWS_BEARER_TOKEN_BEDROCK",
        server="https://bedrock-mantle.REGION.api.aws/anthropic",
    ),
    _claude(
        "vertex", "Vertex AI", "claude-opus-5-5", key="VERTEX_ACCESS_TOKEN",
        server="https://REGION-aiplatform.googleapis.com/v1/projects/PROJECT/locations/REGION",
        added=("/publishers/anthropic/models", "/publishers/anthropic", "/endpoints/openapi"),
    ),
)  # fmt: skip
"""Who serves Anthropic's models in its format elsewhere."""
VENDORS = (OPENAI, ANTHROPIC, GOOGLE, *SERVERS, *MESSAGES_SERVERS)
"""Each once, whatever APIs it has."""
